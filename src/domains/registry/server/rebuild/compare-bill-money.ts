import { type Allocation, type PaymentRow, readPayments } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { damageOf, type StoredBill } from '../taxes/bill-damage.ts';
import type { BillLine, BillState, Charge, Installment } from '../taxes/bill-state.ts';
import { readStoredBills } from '../taxes/bills.ts';
import { readMoneyRows } from './compare-money-rows.ts';
import type { RatesByBlock } from './compare-tax.ts';
import { replayMoneyOf } from './replay-bills.ts';
import type { ParcelBlock } from './replay-parcel.ts';
import type { ReplayedMoney } from './replayed-money.ts';

export type TaxRules = { readonly rates: RatesByBlock; readonly timeZone: string };

/**
 * Replays the money of parcels, and compares each of their bills: the open amount of every installment, which were charged late fees
 * and for how many months, open fees and interest, and each line after the tax.
 */
export async function compareBillMoney(
  db: Database,
  parcels: readonly (readonly ParcelBlock[])[],
  rules: TaxRules,
  differences: Differences,
): Promise<void> {
  const ids = parcels.map(([first]) => first?.id ?? '');
  const bills = await readStoredBills(db, ids);
  const payments = await readPaymentsIn(db, parcels);
  const rows = await readMoneyRows(db, ids);
  for (const blocks of parcels) {
    const id = blocks[0]?.id ?? '';
    const stored = bills.get(id) ?? [];
    const money = replayMoneyOf(blocks, {
      ...rules,
      billNumber: (year) => stored.find(({ bill }) => bill.year === year)?.bill.billNumber ?? String(year),
      partsOf: (paymentId) => payments.get(paymentId)?.parts ?? [],
      creditFrom: (index) => rows.creditFrom(id, index),
    });
    const say = (problem: string) => differences.add('bills', `${id}: ${problem}`);
    for (const problem of money.problems) say(problem);
    for (const problem of problemsOf(stored, money)) say(problem);
    rows.compare(id, money, differences);
    for (const problem of allocationProblems(id, money, payments)) differences.add('payments', problem);
  }
}

async function readPaymentsIn(
  db: Database,
  parcels: readonly (readonly ParcelBlock[])[],
): Promise<Map<string, PaymentRow>> {
  const ids = parcels.flatMap((blocks) =>
    blocks.flatMap(({ data }) => {
      const { payment, reversal } = JSON.parse(data) as { payment?: string; reversal?: string };
      return [payment, reversal].flatMap((one) => one ?? []);
    }),
  );
  return new Map((await readPayments(db, [...new Set(ids)])).map((payment) => [payment.paymentId, payment]));
}

function problemsOf(stored: readonly StoredBill[], money: ReplayedMoney): string[] {
  return stored.flatMap(({ bill, openCents }) => {
    const replayed = money.bills.find(({ billNumber }) => billNumber === bill.billNumber);
    const problem =
      replayed === undefined ? undefined : (differenceOf(bill, replayed) ?? columnProblem({ bill, openCents }));
    return problem === undefined ? [] : [`the bill of ${bill.year}: ${problem}`];
  });
}

function differenceOf(kept: BillState, replayed: BillState): string | undefined {
  const [own, stated] = [wordsOf(kept), wordsOf(withChargesOf(kept, replayed))];
  const wrong = own.findIndex((line, n) => line !== stated[n]);
  if (wrong === -1 && own.length === stated.length) return undefined;
  const n = wrong === -1 ? own.length : wrong;
  return `${own[n] ?? 'nothing'}, the chain says ${stated[n] ?? 'nothing'}`;
}

const wordsOf = ({ installments, openFeeCents, openInterestCents, totalCents, lines }: BillState): string[] => [
  `${openFeeCents} cents of fees and ${openInterestCents} of interest open, ${totalCents} in all`,
  ...installments.map(describeInstallment),
  ...lines.filter(({ kind }) => kind !== 'tax').map(describeLine),
];

/** Reads charges from explanations, for older lines without recorded charges. */
const withChargesOf = (kept: BillState, replayed: BillState): BillState => {
  const recorded = kept.lines.filter(({ kind }) => kind !== 'tax');
  const lines = replayed.lines.filter(({ kind }) => kind !== 'tax');
  return {
    ...replayed,
    lines: lines.map(({ charge, ...line }, n) =>
      charge === undefined || recorded[n]?.charge === undefined ? line : { ...line, charge },
    ),
  };
};

const describeInstallment = ({ due, dueAt, cents, openCents, monthsCharged, penalized }: Installment): string =>
  `${openCents} of ${cents} cents open that were due on ${due} until ${new Date(dueAt).toISOString()}, ` +
  `${monthsCharged} months charged, ${penalized ? '' : 'not '}penalized`;

/** Returns a line for comparison. The explanation of a correction is left out, because blocks of appeals do not state all of it. */
const describeLine = ({ name, kind, cents, explanation, charge }: BillLine): string =>
  `a line ${name} (${kind}) of ${cents} cents${kind === 'correction' ? '' : `: ${explanation}`}${charge === undefined ? '' : describeCharge(charge)}`;

const describeCharge = ({ due, openCents, basisPoints, from, until }: Charge): string =>
  `, ${basisPoints} basis points of ${openCents} cents due ${due} from ${from} to ${until}`;

const columnProblem = (stored: StoredBill): string | undefined => damageOf(stored.openCents, [stored]);

/** Compares what each payment paid on one parcel, line by line. */
function allocationProblems(
  id: string,
  money: ReplayedMoney,
  payments: ReadonlyMap<string, PaymentRow>,
): readonly string[] {
  const text = (lines: readonly Allocation[]) =>
    lines.map(({ part, bill, cents }) => `${cents} of ${part}${bill === null ? '' : ` of ${bill}`}`).join(', ');
  return [...money.allocations].flatMap(([paymentId, replayed]) => {
    const payment = payments.get(paymentId);
    if (payment === undefined) return [];
    const own = payment.allocations.filter(
      (one) => one.part !== 'method_fee' && (one.subject ?? payment.subject) === id,
    );
    const [kept, stated] = [text(own), text(replayed)];
    return kept === stated ? [] : [`${paymentId}: paid for ${id}: ${kept}; the chain says ${stated}`];
  });
}
