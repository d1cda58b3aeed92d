import { parentPort } from 'node:worker_threads';
import { yieldToRequests } from './yield-to-requests.ts';

/** A message from a thread: that it is loaded, then for each question the value or the reason for a failure. */
export type ThreadAnswer<Value> = 'loaded' | { readonly value: Value } | { readonly failure: string };

/**
 * Answers each question that arrives from a thread queue. Called once, by the module that the thread runs. `isUrgent`:
 * requests wait for the answers, so the thread does not lower its priority.
 */
export function answerInThread<Question, Value>(
  answer: (question: Question) => Value | Promise<Value>,
  { isUrgent = false } = {},
): void {
  if (!isUrgent) yieldToRequests();
  parentPort?.on('message', async (question: Question) => {
    let result: ThreadAnswer<Value>;
    try {
      result = { value: await answer(question) };
    } catch (error) {
      result = { failure: (error as Error).stack ?? String(error) };
    }
    parentPort?.postMessage(result);
  });
  parentPort?.postMessage('loaded' satisfies ThreadAnswer<Value>);
}
