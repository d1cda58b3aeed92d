import { memo } from 'react';
import type { Json } from '#platform/contract/scalars.ts';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Guide, Points, Say } from './guide.tsx';
import { exampleProblem, guidePrograms } from './programs.ts';

/** What holds for every operation, in the order in which one meets it. */
export const guideTitles = [
  { anchor: 'guide-start', label: 'First call' },
  { anchor: 'guide-authentication', label: 'Authentication' },
  { anchor: 'guide-idempotency', label: 'Idempotency' },
  { anchor: 'guide-paging', label: 'Paging' },
  { anchor: 'guide-errors', label: 'Errors' },
  { anchor: 'guide-live', label: 'Live updates' },
  { anchor: 'guide-proof', label: 'Verify a proof offline' },
] as const;

export const Guides = memo(function Guides({ origin, version }: { origin: string; version: string }) {
  return (
    <>
      <Guide
        id="guide-start"
        title="First call"
        code={<CodeBlock code={guidePrograms.health(origin)} label="command for a first call" />}
      >
        <KeyValueList
          items={[
            { label: 'Base URL', value: <code className="font-mono text-13">{origin}</code> },
            { label: 'Content type', value: <code className="font-mono text-13">application/json</code> },
            { label: 'Version', value: version },
          ]}
        />
        <Say text="Requests and answers are JSON in UTF-8. Unknown fields are refused by name, so that a typing error never passes for a choice. Instants are ISO 8601 in UTC; a block’s `timestamp` is in seconds." />
      </Guide>
      <Guide
        id="guide-authentication"
        title="Authentication"
        code={<CodeBlock code={guidePrograms.signIn(origin)} label="sign-in program" />}
      >
        <Say text="Much can be read without an account. For the rest, sign in and send the token with each request: `Authorization: Bearer <token>`." />
        <Points
          items={[
            'A token lives for 30 days, and ends after 7 days without use, with `POST /api/auth/logout`, or with a change of the password.',
            'It belongs in an environment variable or a secret store: never in an address, a log or a repository.',
            '401 says that nobody is signed in, 403 that this account may not. `hint` says what it takes.',
          ]}
        />
        <Say text="With `CAIRN_USER` and `CAIRN_PASSWORD` set, this signs in, asks who that is, and signs out." />
      </Guide>
      <Guide
        id="guide-idempotency"
        title="Idempotency"
        code={<CodeBlock code={guidePrograms.idempotency(origin)} label="idempotency program" />}
      >
        <Say text="A block cannot be taken back, so a lost answer must not lead to a second one. Send an `Idempotency-Key` with each write that takes one:" />
        <Points
          items={[
            'The same key with the same body gives the same block, however often it is sent.',
            'The same key with another body is refused with 409 `request.idempotency_mismatch`.',
            'A key is 1 to 200 printable characters without blanks, and holds for the account that sent it.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-paging"
        title="Paging"
        code={<CodeBlock code={guidePrograms.paging(origin)} label="paging program" />}
      >
        <Say text="No list is without an end: `page` begins at 1, `limit` has a maximum for each list. `pagination` says `total`, `totalPages`, `hasPrev` and `hasNext`; where `totalIsEstimate` is true, the total is about right." />
        <Points
          items={[
            '`GET /api/chain` counts pages from the newest block. With `before` they stay the same while the chain grows.',
            '`GET /api/participants-list` is a plain list: the headers `X-Total-Count` and `X-Total-Pages` say how many there are.',
            '`GET /api/audit-log?format=csv` streams every entry at once.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-errors"
        title="Errors"
        code={
          <>
            <JsonViewer value={exampleProblem as Json} label="Example of a refusal" />
            <CodeBlock code={guidePrograms.errors(origin)} label="error program" />
          </>
        }
      >
        <Say text="Every refusal is `application/problem+json` (RFC 9457). Decide by `code`, show `error`, do what `hint` says, quote `requestId` to the operator." />
        <Points
          items={[
            '400: invalid input or missing fields; `errors` names each.',
            '403: not allowed, or the participant is not registered (`Unauthorized. Please register first.`).',
            '404: there is no such thing.',
            '429 and 503: wait, then send the same again.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-live"
        title="Live updates"
        code={<CodeBlock code={guidePrograms.live(origin)} label="live program" />}
      >
        <Say text="`GET /api/chain/live` is a stream of server-sent events: `head` with `{length, hash, checkpointSize}` each time the chain grows or a checkpoint is signed. A comment line every 15 seconds keeps it alive." />
        <Points
          items={[
            'Read it with `fetch`, so that a token never stands in an address.',
            'Each event says where the chain ends by then: one that was missed is made up for by the next.',
            'When it ends, connect again after 2 seconds, with the last `id` as `Last-Event-ID`.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-proof"
        title="Verify a proof offline"
        code={
          <>
            <CodeBlock code={guidePrograms.fetchProof(origin)} label="commands to get a proof" />
            <CodeBlock code={guidePrograms.verifyByCommand()} label="command to verify" />
            <CodeBlock code={guidePrograms.verifyByProgram()} label="program to verify" />
          </>
        }
      >
        <Say text="A proof shows that a block is in the log under a signed checkpoint, without trusting the server that gave it. Get the block with its proof, and the ledger’s public key:" />

        <Say text="Take the key from somewhere else than the ledger where it matters: from its operator, or a proof you kept. Then verify with no network at all: by the command in a checkout of Cairn, or with the library `@cairn/ledger-proof`, which depends on nothing but SHA-256 and Ed25519." />

        <Say text="What does not hold is thrown as a `ProofError` whose `code` says why. The formats are public (C2SP tlog-proof, RFC 6962), so any other program for them may check the same file." />
      </Guide>
    </>
  );
});
