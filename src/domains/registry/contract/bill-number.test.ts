import { expect, test } from 'vitest';
import { BillNumber, billNumbersIn } from './bill-number.ts';

const one = '2026-40NM-P3MN-Z753';
const two = '2025-0000-1111-2222';

test.each([one, '2026 40nm p3mn z753', '202640nmp3mnz753', ' 2026–40nm–p3mn–z753 ', '2026 - 40NM - P3MN - Z753'])(
  'reads %j as one number',
  (typed) => {
    expect(billNumbersIn(typed)).toEqual([one]);
    expect(BillNumber.parse(typed)).toBe(one);
  },
);

test.each([`${one},${two}`, `${one} ${two}`, `${one};\n ${two}, ${one}`, '2026 40nm p3mn z753, 2025 0000 1111 2222'])(
  'reads %j as two numbers',
  (typed) => expect(billNumbersIn(typed)).toEqual([one, two]),
);

test('keeps text that is not a number, and finds none in an empty text', () => {
  expect(billNumbersIn('2026-40nm')).toEqual(['2026-40NM']);
  expect(billNumbersIn(' , ')).toEqual([]);
});

test.each(['2026-40nm', `${one} ${two}`, '20-2640-NMP3-MNZ7-53'])('does not take %j for a bill number', (typed) =>
  expect(BillNumber.safeParse(typed).success).toBe(false),
);
