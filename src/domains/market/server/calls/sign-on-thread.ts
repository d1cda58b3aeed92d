import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { SignedCall } from '#platform/server/evm/operator.ts';
import { createThreadQueue } from '#platform/server/threads/thread-queue.ts';
import { type SigningRequest, signWith } from '../trading/encode-settlement.ts';
import type { SigningQuestion } from './sign-worker.ts';

/** Signs settlements. The same request gives the same bytes, wherever it is signed. */
export type SettlementSigner = {
  sign(request: SigningRequest): Promise<SignedCall[]>;
  /** Reports whether a thread is loaded. If none is, starts one. */
  isOnThread(): boolean;
};

/** With fewer steps, signing is too short to be worth a thread of 50 MB. */
const STEPS_MIN = 10;

/**
 * Returns a signer that signs the calls of a busy market on a thread, because blocks of all domains wait for them. The first such batches are
 * signed here, while the thread loads; it ends when trading calms down.
 */
export function createSettlementSigner(chain: Chain, purpose: string): SettlementSigner {
  const thread = createThreadQueue<SigningQuestion, SignedCall[]>({
    module: new URL('./sign-worker.ts', import.meta.url),
    // The sequencer requests one batch after the other.
    waitingMax: 10,
    timeoutSeconds: 10,
    hangingSeconds: 20,
    heapMegabytes: 128,
    idleSeconds: 120,
    endsAbandoned: false,
    busy: 'Too many contract calls are waiting to be signed.',
  });
  return {
    isOnThread: () => thread.isLoaded(),
    async sign(request) {
      const steps = request.calls.reduce((sum, one) => sum + one.steps.length, 0);
      if (steps < STEPS_MIN || !thread.isLoaded()) return signWith(await chain.account(purpose), request);
      const [key, chainId] = await Promise.all([chain.accountKey(purpose), chain.chainId()]);
      return thread.run(() => ({ key, chainId, request }));
    },
  };
}
