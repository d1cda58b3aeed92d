import type { TaxRates } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { readAppeals } from '../appeals/appeals.ts';
import type { BillLine, BillState } from '../taxes/bill-state.ts';
import { readBills } from '../taxes/bills.ts';
import { computeTax, ratesFor } from '../taxes/compute-bill.ts';
import type { ParcelBlock } from './replay-parcel.ts';
import { type ReplayedBill, type ReplayedTax, replayTax } from './replay-tax.ts';

/** The rates on the chain, by the index of their block. */
export type RatesByBlock = ReadonlyMap<number, TaxRates>;

/**
 * Compares the bills and appeals of parcels with their blocks: levies and corrections, each line, due days, and late
 * charges.
 */
export async function compareTax(
  db: Database,
  parcels: readonly (readonly ParcelBlock[])[],
  rates: RatesByBlock,
  differences: Differences,
): Promise<void> {
  const ids = parcels.map(([first]) => first?.id ?? '');
  const [bills, appeals] = [await readBills(db, ids), await readAppeals(db, ids)];
  for (const blocks of parcels) {
    const id = blocks[0]?.id ?? '';
    const tax = replayTax(blocks);
    const say = (table: string) => (problem: string) => differences.add(table, `${id}: ${problem}`);
    compareBills(tax, bills.get(id) ?? [], rates, say('bills'));
    const kept = new Map((appeals.get(id) ?? []).map((appeal) => [appeal.appealId, appeal]));
    for (const appealId of new Set([...tax.appeals.keys(), ...kept.keys()])) {
      const stated = tax.appeals.get(appealId);
      const problem =
        stated === undefined ? 'is not on the chain' : describeDifference(kept.get(appealId), { ...stated });
      if (problem !== undefined) say('assessment_appeals')(`appeal ${appealId}: ${problem}`);
    }
  }
}

function compareBills(
  tax: ReplayedTax,
  kept: readonly BillState[],
  rates: RatesByBlock,
  say: (problem: string) => void,
): void {
  for (const problem of tax.problems) say(problem);
  for (const year of tax.bills.keys())
    if (!kept.some((bill) => bill.year === year)) say(`the bill of ${year} is missing`);
  for (const bill of kept) {
    const stated = tax.bills.get(bill.year);
    const problem =
      stated === undefined ? 'is not on the chain' : problemOf(bill, stated, rates.get(stated.ratesIndex));
    if (problem !== undefined) say(`the bill of ${bill.year} ${problem}`);
  }
  for (const [kind, charged] of [
    ['penalty', tax.penaltyCents],
    ['interest', tax.interestCents],
    ['waived_penalty', -tax.waivedPenaltyCents],
    ['waived_interest', -tax.waivedInterestCents],
  ] as const) {
    const lines = kept.reduce((sum, { lines: own }) => sum + sumOf(own, kind), 0);
    if (lines !== charged) say(`lines of ${kind} add up to ${lines} cents, the chain says ${charged}`);
  }
}

function problemOf(bill: BillState, stated: ReplayedBill, rates: TaxRates | undefined): string | undefined {
  if (rates === undefined) return `names rates of block ${stated.ratesIndex}, which sets none`;
  const { basis, lines, installments } = bill;
  const exemptCents = basis.exempted.reduce((sum, one) => sum + one.exemptCents, 0);
  const difference = describeDifference(
    {
      leviedIndex: bill.leviedIndex,
      issuedAt: bill.issuedAt,
      ratesIndex: bill.ratesIndex,
      assessedCents: basis.assessedCents,
      assessmentYear: basis.assessmentYear,
      exemptCents,
      leviedCents: sumOf(lines, 'tax'),
      taxCents: sumOf(lines, 'tax') + sumOf(lines, 'correction'),
      installments: installments.reduce((sum, { cents }) => sum + cents, 0),
      totalCents: bill.totalCents,
      interest: bill.interestBasisPoints,
      penalty: bill.penaltyBasisPoints,
    },
    {
      leviedIndex: stated.leviedIndex,
      issuedAt: stated.issuedAt,
      ratesIndex: stated.ratesIndex,
      assessedCents: stated.assessedCents,
      assessmentYear: stated.assessmentYear ?? basis.assessmentYear,
      exemptCents: stated.exemptCents ?? exemptCents,
      leviedCents: stated.leviedCents,
      taxCents: stated.taxCents,
      installments: stated.taxCents,
      totalCents: lines.reduce((sum, { cents }) => sum + cents, 0),
      interest: rates.interestBasisPoints,
      penalty: rates.penaltyBasisPoints,
    },
  );
  return difference === undefined ? (lineProblem(bill, stated, rates) ?? dueProblem(bill, stated, rates)) : difference;
}

const sumOf = (lines: readonly BillLine[], kind: BillLine['kind']) =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? line.cents : 0), 0);

/** Compares lines. A corrected bill keeps the lines of its levy, whose basis is gone, so only their sum is compared. */
function lineProblem({ basis, lines }: BillState, stated: ReplayedBill, rates: TaxRates): string | undefined {
  if (stated.correctedAt.length > 0) return undefined;
  const exemptions = basis.exempted;
  const computed = computeTax({ ...basis, exemptions, rates: ratesFor(rates, basis.propertyType) });
  const text = (all: readonly BillLine[]) => all.map(({ name, cents, explanation }) => [name, cents, explanation]);
  const own = lines.filter(({ kind }) => kind === 'tax');
  return JSON.stringify(text(own)) === JSON.stringify(text(computed.lines))
    ? undefined
    : 'has other lines than its rates give';
}

const DAY = 86_400_000;
/** The possible distances in days of a due day set by a block: 30 days after it, in the time zone of the city. */
const SET_DAYS = [29, 30, 31];
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Compares due days: those of the rates, or 30 days after a late levy or after a correction that raised the bill. */
function dueProblem(bill: BillState, stated: ReplayedBill, rates: TaxRates): string | undefined {
  const ofRates = rates.installments.map(({ due }) => due);
  const set = [stated.issuedAt, ...stated.correctedAt].flatMap((at) => SET_DAYS.map((days) => dayOf(at + days * DAY)));
  for (const { due, dueAt } of bill.installments) {
    if (!ofRates.includes(due) && !set.includes(due))
      return `is due on ${due}, which neither the rates nor a block set`;
    // The end of a day, in any time zone.
    if (Math.abs(dueAt - (Date.parse(due) + DAY)) > 15 * 3_600_000)
      return `is due on ${due}, but at another time of day`;
  }
  const dues = bill.installments.map(({ due }) => due);
  const missing = ofRates.find((due) => Date.parse(due) > stated.issuedAt + DAY && !dues.includes(due));
  if (missing !== undefined) return `is not due on ${missing}`;
  const isPlain = stated.correctedAt.length === 0 && dues.join() === ofRates.join();
  const parts = bill.installments.slice(0, -1).map(({ cents }) => cents);
  const expected = rates.installments
    .slice(0, -1)
    .map(({ percent }) => Number((BigInt(stated.taxCents) * BigInt(percent)) / 100n));
  return isPlain && parts.join() !== expected.join() ? 'has other installments than its rates give' : undefined;
}
