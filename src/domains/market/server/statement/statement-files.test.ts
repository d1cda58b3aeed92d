import { expect, test } from 'vitest';
import { STATEMENT_MAX, STATEMENT_PRINTED_MAX } from '#domains/market/contract.ts';
import type { PdfContent } from '#platform/server/pdf/render-pdf.ts';
import { createThreadQueue } from '#platform/server/threads/thread-queue.ts';
import { cpuMilliseconds, slowdown } from '#tests/support/main-thread.ts';
import { requirePrintable } from './print-statement.ts';
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

/** A statement whose rows have different words, as they have in use. */
const sold = (count: number): Statement => ({
  ...largest,
  movements: [],
  lots: [],
  sales: Array.from({ length: count }, (_, n) => ({
    ...{ propertyId: `HB-${n}`, shares: n % 900, acquiredAt: at, soldAt: at, blockIndex: n },
    ...{ cost: n * 7, proceeds: n * 11, gain: n * 4 },
  })),
});

/** Half of the memory of the thread that prints documents, and more time: other tests run meanwhile. */
const printer = createThreadQueue<PdfContent, Uint8Array>({
  module: new URL('../../../../platform/server/pdf/paper-worker.ts', import.meta.url),
  ...{ waitingMax: 1, timeoutSeconds: 60, heapMegabytes: 48, idleSeconds: 1, endsAbandoned: true, busy: 'Busy' },
});

test('a statement with as many rows as a document may have fits in half of the memory, and a longer one is refused', async () => {
  const longest = sold(STATEMENT_PRINTED_MAX);
  requirePrintable(longest);
  const paper = toStatementPaper(longest, { publicUrl: '', timeZone: 'America/Detroit', demo: false });
  const bytes = await printer.run(() => Promise.resolve(paper), new AbortController().signal, 'one');
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(() => requirePrintable(sold(STATEMENT_PRINTED_MAX + 1))).toThrow('A statement as PDF has at most 2,500 rows.');
});
