import { expect, test } from 'vitest';
import { describeLines } from './describe-lines.ts';

const line = (kind: string, explanation: string) => ({
  name: kind === 'interest' ? 'Interest' : 'Parks',
  kind,
  explanation,
});
const namesOf = (explanations: readonly string[]) =>
  describeLines(
    explanations.map((text) => line('interest', text)),
    (day) => `<${day}>`,
  ).map(({ name }) => name);

test('each line of interest names the day until which it was charged, for each due day by itself', () => {
  expect(
    namesOf([
      '1% a month of $100.00 due 2026-01-31, 1 month',
      '1% a month of $40.00 due 2026-08-15, 1 month',
      '1% a month of $90.00 due 2026-01-31, 2 months',
      '0.5% a month of $40.00 due 2026-08-15, 5 months',
    ]),
  ).toEqual([
    'Interest until <2026-02-28>',
    'Interest until <2026-09-15>',
    'Interest until <2026-04-30>',
    'Interest until <2027-02-15>',
  ]);
});

test('days in explanations are written in words, and other lines keep their names', () => {
  const [tax, penalty] = describeLines(
    [line('tax', '6.8 mills of $1.00'), line('penalty', '3% of $1.00 due 2026-02-06')],
    () => 'February 6, 2026',
  );
  expect(tax).toEqual(line('tax', '6.8 mills of $1.00'));
  expect(penalty).toEqual(line('penalty', '3% of $1.00 due February 6, 2026'));
});
