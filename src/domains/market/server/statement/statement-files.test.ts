import { expect, test } from 'vitest';
import { STATEMENT_MAX } from '#domains/market/contract.ts';
import { cpuMilliseconds, slowdown } from '#tests/support/main-thread.ts';
import type { Statement } from './read-statement.ts';
import { toStatementCsv, toStatementPaper } from './statement-files.ts';

const MILLISECONDS_MAX = 100;
const at = '2026-03-04T05:06:07.000Z';
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const own = { propertyId: 'HB-1', shares: 1 };
const lots = (5 * STATEMENT_MAX) / 2;
const largest: Statement = {
  from: '2026-01-01',
  to: '2026-12-31',
  address: `0x${'a'.repeat(40)}`,
  cash: { opening: 0, closing: 0 },
  gain: 0,
  movements: many(STATEMENT_MAX, { ...own, at, blockIndex: 1, type: 'sell' as const, pricePerShare: 1, amount: 1 }),
  sales: many(lots, { ...own, acquiredAt: at, soldAt: at, blockIndex: 1, cost: 1, proceeds: 1, gain: 0 }),
  lots: many(lots, { ...own, acquiredAt: at, cost: 1 }),
};

test.each<[string, (statement: Statement) => unknown]>([
  ['CSV', toStatementCsv],
  ['a document', (one) => toStatementPaper(one, { publicUrl: '', timeZone: 'America/Detroit', demo: false })],
])('the largest statement as %s holds the main thread for less than 100 ms', (_, write) => {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 4; n++) {
    const began = cpuMilliseconds();
    write(largest);
    least = Math.min(least, cpuMilliseconds() - began);
  }
  // The document took 3 s when each of its days created a formatter.
  expect(least / slowdown(least)).toBeLessThan(MILLISECONDS_MAX);
});
