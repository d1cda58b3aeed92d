import { useState } from 'react';
import { ApiError } from '#platform/web/api-error.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { VerifiedMark } from '#platform/web/ui/feedback/verified-mark.tsx';
import { EvidenceMenu } from './evidence-menu.tsx';
import type { ProofCheck } from './proof-check.ts';
import { serverSource } from './proof-source.ts';
import { browserMemory } from './trusted-log.ts';
import type { BlockClaim } from './verify-block.ts';

/** The proof of one block, verified on demand in this browser, with downloads. Give it a key per block. */
export function BlockProof({ claim }: { claim: BlockClaim }) {
  const { verification, verify, forget } = useBlockVerification(claim);
  const { state, checks, failure } = verification;
  const number = formatCount(claim.index);
  const titles = {
    idle: 'Not verified in this browser yet',
    checking: 'Verifying in this browser…',
    holds: `Block ${number} is unchanged`,
    broken: `Block ${number} failed verification`,
  };
  const strangeKey = checks.some((check) => ['key', 'growth'].includes(check.kind) && !check.holds);
  return (
    <div className="flex flex-col gap-3">
      <VerifiedMark
        state={state}
        title={titles[state]}
        checks={checks}
        onCheck={() => void verify()}
        actions={<EvidenceMenu of={{ index: claim.index }} />}
      />
      {failure ? (
        <Banner kind="warning">
          {failure instanceof ApiError ? `${failure.message} ${failure.hint ?? ''}` : 'The verification could not run.'}
        </Banner>
      ) : null}
      {strangeKey ? (
        <Button size="small" variant="quiet" onClick={forget}>
          Reset this browser’s trusted key
        </Button>
      ) : null}
    </div>
  );
}

type Verification = {
  readonly state: 'idle' | 'checking' | 'holds' | 'broken';
  readonly checks: readonly ProofCheck[];
  /** Why the verification could not run. */
  readonly failure: unknown;
};

const idle: Verification = { state: 'idle', checks: [], failure: undefined };

/** Verifies a block in this browser on request, and reports each check as it completes. */
function useBlockVerification(claim: BlockClaim) {
  const [verification, setVerification] = useState(idle);
  const verify = async () => {
    setVerification({ ...idle, state: 'checking' });
    try {
      const { verifyBlockHere } = await import('./verify-block.ts');
      const verdict = await verifyBlockHere(claim, serverSource, browserMemory, (check) =>
        setVerification((before) => ({ ...before, checks: [...before.checks, check] })),
      );
      setVerification({ ...verdict, state: verdict.holds ? 'holds' : 'broken', failure: undefined });
    } catch (failure) {
      setVerification({ ...idle, failure });
    }
  };
  const forget = () => {
    browserMemory.forget();
    setVerification(idle);
  };
  return { verification, verify, forget };
}
