import { expect, test } from 'vitest';
import { describeSound } from './describe-sound.ts';

test.each([
  [1, 'The step matches the shown values and its hash, and is in the signed tree.'],
  [3, 'All 3 steps match the shown values and their hashes, and are in the signed tree.'],
])('says in one sentence that %i steps match', (steps, sentence) => {
  expect(describeSound(steps)).toBe(sentence);
});
