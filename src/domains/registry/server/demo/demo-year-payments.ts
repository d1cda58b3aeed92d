import type { TestCard } from '#domains/payments/contract.ts';
import type { Registry } from '../open-registry.ts';
import { payBill } from '../payments/pay-tax.ts';
import { type BillState, openOf } from '../taxes/bill-state.ts';
import { readBills } from '../taxes/bills.ts';
import { chargeProperty } from '../taxes/charge-property.ts';
import { cast } from './demo-cast.ts';

/** An owner's payment on a day of the tax year: the first installment, or all that is open. */
export type Payment = {
  readonly day: number;
  readonly position: number;
  readonly of: 'first' | 'open';
  readonly method: 'bank' | 'fiat';
  readonly card?: TestCard;
};

/** Days after the second due day on which late owners pay. */
const LATE = 180;

/** Returns the payments of a past year. Most owners pay in two installments, by card or transfer, and some in one payment or late. */
export const planPayments = (year: number, parcels: number): Payment[] =>
  Array.from({ length: parcels }, (_, position) => paymentsOf(position, year)).flat();

function paymentsOf(position: number, year: number): Payment[] {
  const method = (position + year) % 2 === 0 ? 'fiat' : 'bank';
  const pay = (day: number, of: Payment['of']): Payment => ({ day, position, of, method });
  const first = pay(29 + ((position * 7) % 13), 'first');
  const second = pay(118 + ((position * 5) % 15), 'open');
  if (position === cast.disputed && year === cast.disputedYear)
    return [{ ...first, day: 36, method: 'fiat', card: 'test_disputed' }, pay(LATE, 'open')];
  if (position === cast.returned && year === cast.returnedYear)
    return [{ ...first, day: 30, method: 'bank' }, { ...first, day: 45, method: 'fiat' }, second];
  if (cast.debtors.includes(position) && year === cast.debtYear) return [first];
  if (position === cast.exemptLate) return [{ ...pay(30, 'open'), method: 'fiat' }];
  if (position % 13 === 5) return [pay(30, 'open')];
  return (position + year) % 11 === 3 ? [first, pay(LATE, 'open')] : [first, second];
}

/** Makes the payments of one day. Exempt parcels have no bill. Safe to repeat with the same key. */
export async function payTogether(
  registry: Registry,
  propertyIds: readonly string[],
  year: number,
  payments: readonly Payment[],
  key: string,
): Promise<void> {
  const idOf = ({ position }: Payment) => propertyIds[position] ?? '';
  const ids = payments.map(idOf);
  await Promise.all(ids.map((id) => chargeProperty(registry, id)));
  const bills = await readBills(registry.database, ids);
  await Promise.all(
    payments.map(async (payment) => {
      const bill = bills.get(idOf(payment))?.find((one) => one.year === year);
      const amount = bill === undefined ? 0 : amountOf(payment, bill);
      if (bill === undefined || amount === 0) return;
      const { method: paymentMethod, card } = payment;
      await payBill(registry, bill.billNumber, { amount, paymentMethod, card }, `${key}:${bill.propertyId}`);
    }),
  );
}

const amountOf = ({ of }: Payment, bill: BillState): number =>
  of === 'open' ? openOf(bill) : (bill.installments[0]?.openCents ?? 0);
