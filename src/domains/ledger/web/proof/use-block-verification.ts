import { useState } from 'react';
import type { ProofCheck } from './proof-check.ts';
import { serverSource } from './proof-source.ts';
import { browserMemory } from './trusted-log.ts';
import type { BlockClaim } from './verify-block.ts';

export type Verification = {
  readonly state: 'idle' | 'checking' | 'holds' | 'broken';
  readonly checks: readonly ProofCheck[];
  /** Why the check could not be made at all. */
  readonly failure: unknown;
};

const idle: Verification = { state: 'idle', checks: [], failure: undefined };

/** Verifies a block in this browser when asked; each check is told once it has been made. */
export function useBlockVerification(claim: BlockClaim) {
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
