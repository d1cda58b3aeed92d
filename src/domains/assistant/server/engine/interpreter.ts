import type { Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { createThreadQueue, ThreadFailure } from '#platform/server/threads/thread-queue.ts';
import type { Named } from './known-names.ts';
import type { Domain } from './lexicon/domain-nouns.ts';
import type { Understanding } from './understand.ts';

export type Names = { readonly participants: readonly Named[]; readonly neighborhoods: readonly string[] };
/** `Names` as JSON, and the number of the reading, so that the thread receives each only once. */
export type NameList = { readonly version: number; readonly list: string };

export const listNames = (names: Names): string => JSON.stringify(names);

export type Interpretation = {
  readonly message: string;
  readonly now: number;
  /** The domain of the previous question. */
  readonly domain: Domain | undefined;
  readonly names: { readonly version: number; readonly list?: string; readonly vocabulary?: Vocabulary };
};
/** The thread does not have these names, as after a restart. */
export type Interpreted = Understanding | 'names needed';

export type Interpreter = {
  /**
   * Interprets a message. Returns undefined for one that takes too long.
   * @throws AppError `server.unavailable` while too many wait
   * @throws the reason of `signal` if the caller has disconnected
   */
  interpret(
    message: string,
    of: { readonly names: NameList; readonly now: number; readonly domain?: Domain | undefined },
    signal: AbortSignal | undefined,
  ): Promise<Understanding | undefined>;
};

/**
 * Returns an interpreter with its own thread. Names and messages are untrusted, and patterns such as those of dates
 * take time that grows faster than the text, so no other request waits for them.
 */
export function createInterpreter(vocabulary: Vocabulary): Interpreter {
  const queue = createThreadQueue<Interpretation, Interpreted>({
    module: new URL('./interpret-worker.ts', import.meta.url),
    waitingMax: 32,
    endsAbandoned: false,
    timeoutSeconds: 5,
    heapMegabytes: 160,
    // Loading the vocabulary takes half a second, which the first question after a pause would wait for.
    idleSeconds: 600,
    busy: 'The assistant has too many questions right now.',
  });
  return {
    async interpret(message, { names, now, domain }, signal) {
      const ask = (list: { list?: string; vocabulary?: Vocabulary }) =>
        queue.run(() => ({ message, now, domain, names: { version: names.version, ...list } }), signal);
      try {
        const first = await ask({});
        const answer = first === 'names needed' ? await ask({ list: names.list, vocabulary }) : first;
        if (answer === 'names needed') throw new Error('The thread did not keep the names.');
        return answer;
      } catch (error) {
        if (error instanceof ThreadFailure && error.timedOut) return undefined;
        throw error;
      }
    },
  };
}
