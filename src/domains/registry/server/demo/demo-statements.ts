import type { StatementLine } from '#domains/payments/contract.ts';
import { listPayments, type PaymentRow, recordStatement } from '#domains/payments/server/index.ts';
import type { Registry } from '../open-registry.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import { CLERK, cast } from './demo-cast.ts';

const BANK_ACCOUNT = 'HB00 SAMPLE 0001';
const PENDING_MAX = 1000;

type Day = { readonly year: number; readonly day: number; readonly returned: boolean; readonly overpaid: boolean };

/** Records the bank's statement of a day: every announced transfer arrived, and one was returned or too high. */
export async function receiveStatement(
  registry: Registry,
  propertyIds: readonly string[],
  { year, day, returned, overpaid }: Day,
): Promise<void> {
  const { database, payments } = registry;
  const bookedOn = new Date(day).toISOString().slice(0, 10);
  const pending = await listPayments(database, { kind: PROPERTY_TAX, state: 'pending', limit: PENDING_MAX });
  const arrived = pending
    .filter(({ method }) => method === 'bank')
    .map((payment) =>
      lineOf(payment, bookedOn, 1, overpaid && payment.subject === propertyIds[cast.overpaid] ? cast.overpaidCents : 0),
    );
  const back = returned ? await findReturned(registry, propertyIds[cast.returned] ?? '') : [];
  const lines = [...arrived, ...back.map((payment) => lineOf(payment, bookedOn, -1))];
  if (lines.length === 0) return;
  const name = `Tax account, ${year}, ${bookedOn}.csv`;
  await recordStatement(
    payments,
    { username: CLERK, administrator: false },
    { name, bankAccount: BANK_ACCOUNT },
    lines,
  );
}

async function findReturned({ database }: Registry, subject: string): Promise<PaymentRow[]> {
  const made = await listPayments(database, { kind: PROPERTY_TAX, subject, limit: 20 });
  return made.filter(
    ({ method, state, reversedCents }) => method === 'bank' && state === 'completed' && reversedCents === 0,
  );
}

const lineOf = (
  { amountCents, reference, paymentId }: PaymentRow,
  bookedOn: string,
  sign: 1 | -1,
  more = 0,
): StatementLine => ({
  bookedOn,
  cents: sign * amountCents + more,
  currency: 'USD',
  text: `${sign > 0 ? 'Property tax' : 'Returned: account closed'} ${reference}`,
  counterparty: '',
  entryReference: `${sign > 0 ? 'C' : 'D'}${paymentId}`,
});
