import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { BillLine, BillState } from './bill-state.ts';
import { openOf, owedOn } from './bill-state.ts';

/** A bill with the column of its open amount, which all readers except the rules use. */
export type StoredBill = { readonly bill: BillState; readonly openCents: number };

/**
 * Returns what does not add up in the stored money of a parcel, or undefined. A forged bill in the tables would otherwise be paid and
 * charged, and the server would sign blocks about a debt that never existed. The check costs a few sums; `cairn rebuild --check` replays
 * the blocks and finds more.
 */
export function damageOf(owedCents: number, stored: readonly StoredBill[]): string | undefined {
  for (const { bill, openCents } of stored) {
    const problem = problemOf(bill, openCents);
    if (problem !== undefined) return `the bill of ${bill.year} ${problem}`;
  }
  const owed = owedOn(stored.map(({ bill }) => bill));
  return owed === owedCents ? undefined : `${owedCents} cents are owed, and its bills say ${owed}`;
}

function problemOf(bill: BillState, openCents: number): string | undefined {
  const { installments, lines, openFeeCents, openInterestCents } = bill;
  if (openOf(bill) !== openCents) return `has ${openCents} cents open, and its parts say ${openOf(bill)}`;
  if (installments.some((one) => !(one.openCents >= 0 && one.openCents <= one.cents)))
    return 'has an installment with more open than its amount';
  if (!(openFeeCents <= sumOf(lines, ['penalty', 'returned', 'waived_penalty'])))
    return 'has more fees open than were charged';
  if (!(openInterestCents <= sumOf(lines, ['interest', 'waived_interest'])))
    return 'has more interest open than was charged';
  if (installments.reduce((sum, { cents }) => sum + cents, 0) !== sumOf(lines, ['tax', 'correction']))
    return 'has installments that do not add up to its tax';
  return undefined;
}

const sumOf = (lines: readonly BillLine[], kinds: readonly BillLine['kind'][]) =>
  lines.reduce((sum, { kind, cents }) => sum + (kinds.includes(kind) ? cents : 0), 0);

/** Thrown if the bills of a parcel do not add up: nothing is recorded about its money until the operator repairs them. */
export class DamagedBills extends AppError {
  constructor(propertyId: string, problem: string) {
    super(unavailable, `The stored bills of ${propertyId} do not add up, so nothing about its money is recorded.`, {
      hint: 'Ask the city. Its operator runs cairn rebuild --check.',
      cause: new Error(`${propertyId}: ${problem}`),
    });
  }
}
