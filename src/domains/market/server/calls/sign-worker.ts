import { createOperator } from '#platform/server/evm/operator.ts';
import { answerInThread } from '#platform/server/threads/answer-in-thread.ts';
import { type SigningRequest, signWith } from '../trading/encode-settlement.ts';

/** The input of the thread: the request, the key and the chain. */
export type SigningQuestion = {
  readonly key: `0x${string}`;
  readonly chainId: number;
  readonly request: SigningRequest;
};

answerInThread(
  ({ key, chainId, request }: SigningQuestion) => signWith(createOperator(key, chainId), request),
  // A batch of blocks waits for it.
  { isUrgent: true },
);
