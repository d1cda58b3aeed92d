import { expect, test } from 'vitest';
import { numbersIn } from './bill-numbers.ts';

const one = '2026-40NM-P3MN-Z753';
const two = '2025-0000-1111-2222';

test.each([one, '2026 40nm p3mn z753', '202640nmp3mnz753', ' 2026–40nm–p3mn–z753 ', '2026 - 40NM - P3MN - Z753'])(
  'reads %j as one number',
  (typed) => expect(numbersIn(typed)).toEqual([one]),
);

test.each([`${one},${two}`, `${one} ${two}`, `${one};\n ${two}, ${one}`, '2026 40nm p3mn z753, 2025 0000 1111 2222'])(
  'reads %j as two numbers',
  (typed) => expect(numbersIn(typed)).toEqual([one, two]),
);

test('keeps what is no number, and finds none in an empty text', () => {
  expect(numbersIn('2026-40nm')).toEqual(['2026-40NM']);
  expect(numbersIn(' , ')).toEqual([]);
});
