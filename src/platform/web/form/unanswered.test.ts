import { expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { isUnanswered, unansweredWords } from './unanswered.ts';

const failed = (status: number, message: string) => new ApiError({ status, code: 'a.code', message });

test.each([
  [0, true],
  [409, false],
  [422, false],
  [500, true],
  [503, true],
])('a write that ended with status %i may have taken effect: %s', (status, may) => {
  expect(isUnanswered(failed(status, 'It failed.'))).toBe(may);
});

test('what a failing server says is told too', () => {
  const mayBe = 'The deposit may have been made.';
  expect(unansweredWords(failed(503, 'The network is away.'), mayBe)).toBe(`The network is away. ${mayBe}`);
  expect(unansweredWords(failed(0, 'The server could not be reached.'), mayBe)).toBe(`No answer. ${mayBe}`);
});
