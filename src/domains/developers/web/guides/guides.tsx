import { memo } from 'react';
import type { Json } from '#platform/contract/scalars.ts';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { SoftBreaks } from '#platform/web/ui/value/soft-breaks.tsx';
import { Guide, Points, Say } from './guide.tsx';
import { exampleProblem, guidePrograms } from './programs.ts';

/** Topics that concern every operation, in the order a newcomer needs them. */
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
            { label: 'Base URL', value: <Mono text={origin} /> },
            { label: 'Content type', value: <Mono text="application/json" /> },
            { label: 'Version', value: version },
          ]}
        />
        <Say text="Requests and responses are JSON in UTF-8. Unknown fields are rejected by name, so a typo never goes unnoticed. Timestamps are ISO 8601 in UTC; a block’s `timestamp` is in seconds." />
      </Guide>
      <Guide
        id="guide-authentication"
        title="Authentication"
        code={<CodeBlock code={guidePrograms.signIn(origin)} label="sign-in program" />}
      >
        <Say text="Many reads need no account. For the rest, sign in and send the token with each request: `Authorization: Bearer <token>`." />
        <Points
          items={[
            'A token is valid for 30 days. It ends after 7 days without use, with `POST /api/auth/logout`, or when the password changes.',
            'Store it in an environment variable or a secret store, never in a URL, a log or a repository.',
            '401 means that the request is not signed in, 403 that the account lacks permission. `hint` names what is required.',
          ]}
        />
        <Say text="With `CAIRN_USER` and `CAIRN_PASSWORD` set, this signs in, reads the account, and signs out." />
      </Guide>
      <Guide
        id="guide-idempotency"
        title="Idempotency"
        code={<CodeBlock code={guidePrograms.idempotency(origin)} label="idempotency program" />}
      >
        <Say text="A block is permanent, so a lost response must not lead to a second block. Send an `Idempotency-Key` with each write that accepts one:" />
        <Points
          items={[
            'The same key with the same body returns the same block, however often it is sent.',
            'The same key with a different body is rejected with 409 `request.idempotency_mismatch`.',
            'An event that waits on a device carries `submitted_at`. It is not compared, so a late retry is the same request.',
            'A key has 1 to 200 printable characters without spaces. It belongs to the account that sent it.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-paging"
        title="Paging"
        code={<CodeBlock code={guidePrograms.paging(origin)} label="paging program" />}
      >
        <Say text="Every list is paged: `page` starts at 1, and each list has a maximum `limit`. `pagination` has `total`, `totalPages`, `hasPrev` and `hasNext`. If `totalIsEstimate` is true, the total is approximate." />
        <Points
          items={[
            '`GET /api/chain` counts pages from the newest block. With `before`, pages stay stable while the chain grows.',
            '`GET /api/recent-activities` continues after the event that `before` names. `clock` chooses whether events are in the order in which they happened, or in which they were recorded; keep it the same for all pages.',
            '`GET /api/participants-list` is a plain list: the `X-Total-Count` and `X-Total-Pages` headers have the totals.',
            '`GET /api/audit-log?format=csv` streams every entry in one response.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-errors"
        title="Errors"
        code={
          <>
            <JsonViewer value={exampleProblem as Json} label="Example of an error" />
            <CodeBlock code={guidePrograms.errors(origin)} label="error program" />
          </>
        }
      >
        <Say text="Every error is `application/problem+json` (RFC 9457). Branch on `code`, show `error`, follow `hint`, and report `requestId` to the operator." />
        <Points
          items={[
            '400: invalid input or missing fields; `errors` names each.',
            '403: not allowed, or the participant is not registered (`Unauthorized. Please register first.`).',
            '404: the resource does not exist.',
            '429 and 503: wait, then retry the same request.',
          ]}
        />
      </Guide>
      <Guide
        id="guide-live"
        title="Live updates"
        code={<CodeBlock code={guidePrograms.live(origin)} label="live program" />}
      >
        <Say text="`GET /api/chain/live` is a stream of server-sent events: `head` with `{length, hash, checkpointSize}` each time the chain grows or a checkpoint is signed. A comment line every 15 seconds keeps the connection open." />
        <Points
          items={[
            'Read it with `fetch`, so that a token never appears in a URL.',
            'Each event has the current head, so the next event makes up for a missed one.',
            'When it ends, reconnect after 2 seconds with the last `id` as `Last-Event-ID`.',
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
        <Say text="A proof shows that a block is in the log under a signed checkpoint, without trusting the server that returned it. Get the block with its proof, and the ledger’s public key:" />

        <Say text="For high assurance, get the key from a source other than the ledger: its operator, or an earlier proof. Then verify offline: with the command in a checkout of Cairn, or with the library `@cairn/ledger-proof`, which depends only on SHA-256 and Ed25519." />

        <Say text="An invalid proof throws a `ProofError` whose `code` names the reason. The formats are public (C2SP tlog-proof, RFC 6962), so other programs can check the same file." />
      </Guide>
    </>
  );
});

const Mono = ({ text }: { text: string }) => (
  <code className="font-mono text-13">
    <SoftBreaks text={text} />
  </code>
);
