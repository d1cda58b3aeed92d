import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { answerInThread } from './answer-in-thread.ts';

/** The work of the test thread for a question. */
export type Errand =
  | { readonly say: string }
  | { readonly do: 'throw' | 'hang' | 'exhaust memory' | 'report its priority' }
  /** Waits without using the processor, as on a busy machine. */
  | { readonly sleepMilliseconds: number };

answerInThread((errand: Errand) => {
  if ('say' in errand) return errand.say;
  if ('sleepMilliseconds' in errand) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, errand.sleepMilliseconds);
    return 'slept';
  }
  if (errand.do === 'throw') throw new Error('the errand failed');
  if (errand.do === 'report its priority')
    return String(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))));
  const held: number[][] = [];
  for (;;) if (errand.do === 'exhaust memory') held.push(Array.from({ length: 10_000 }, (_, n) => n + 0.5));
});
