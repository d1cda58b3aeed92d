import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Payment } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaymentRow } from './payments.ts';

/** Returns payments as the API shows them, with the hash of the block of their newest state. */
export async function showPayments(db: Database, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const blocks = await readBlocksAt(db, [...new Set(rows.map(newestIndex))]);
  const hashes = new Map(blocks.map(({ index, hash }) => [index, hash]));
  return rows.map((row) => showPayment(row, hashes.get(newestIndex(row))));
}

/** Returns the index of the block of a payment's newest state. */
export const newestIndex = (row: PaymentRow): number => row.settledIndex ?? row.openedIndex;

/** Returns a payment as the API shows it, with the hash of the block of its newest state. */
export const showPayment = (row: PaymentRow, hash: string | undefined): Payment => ({
  id: row.paymentId,
  amount: row.amountCents,
  amountFormatted: formatCents(row.amountCents),
  paymentMethod: row.method,
  timestamp: new Date(row.settledAt ?? row.openedAt).toISOString(),
  ...(row.paidOn == null ? {} : { paidOn: row.paidOn }),
  txHash: row.txHash,
  status: row.state,
  block: { index: newestIndex(row), hash: hash ?? null },
  // The reference of a digital payment is only for its payer, who gets it with the call that pays.
  reference: row.method === 'bank' ? row.reference : null,
  reverses: row.reverses,
  methodFee: row.state === 'pending' ? row.methodFeeCents : sumOf(row.allocations, 'method_fee'),
  subjects: paidSubjectsOf(row).map((subject) => {
    const cents = row.allocations.length === 0 ? null : sumFor(row, subject);
    return { subject, cents, formatted: cents === null ? null : formatCents(cents) };
  }),
  allocation: row.allocations.map(({ part, bill, cents }) => ({
    part,
    cents,
    formatted: formatCents(cents),
    ...taxYearOf(bill),
  })),
});

/** Returns what a payment is for, its own subject first. */
export const subjectsOf = ({ subject, parts }: Pick<PaymentRow, 'subject' | 'parts'>): string[] => [
  ...new Set([subject, ...parts.map((part) => part.subject)]),
];

/** Returns the subjects that got some of a payment, or those it is for until its money has arrived. Its own subject comes first. */
export function paidSubjectsOf(row: PaymentRow): string[] {
  const subjects = subjectsOf(row);
  if (row.allocations.length === 0) return subjects;
  const paid = subjects.filter((subject) => sumFor(row, subject) !== 0);
  return paid.length === 0 ? [row.subject] : paid;
}

/** Returns the tax year of a bill, the beginning of its number. The rest of the number opens the bill, and payments are public. */
function taxYearOf(bill: string | null): { taxYear?: string } {
  const year = bill?.match(/^(\d{4})(-[0-9A-Z]{4}){3}$/)?.[1];
  return year === undefined ? {} : { taxYear: year };
}

const sumOf = (allocations: PaymentRow['allocations'], part: string) =>
  allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0);

/** Returns what a payment paid for one subject in cents, without the fee of the method. */
const sumFor = (row: PaymentRow, subject: string) =>
  row.allocations.reduce(
    (sum, one) => sum + (one.part !== 'method_fee' && (one.subject ?? row.subject) === subject ? one.cents : 0),
    0,
  );
