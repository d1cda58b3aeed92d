import { answerInThread } from './answer-in-thread.ts';

/** What the thread of the tests does with a question. */
export type Errand = { readonly say: string } | { readonly do: 'throw' | 'hang' | 'exhaust memory' };

answerInThread((errand: Errand) => {
  if ('say' in errand) return errand.say;
  if (errand.do === 'throw') throw new Error('the errand failed');
  const held: number[][] = [];
  for (;;) if (errand.do === 'exhaust memory') held.push(Array.from({ length: 10_000 }, (_, n) => n + 0.5));
});
