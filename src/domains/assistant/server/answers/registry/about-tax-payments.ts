import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import { citeScreen, type Draft, refusedBy, spokenTime, type Turn, table, unsupported } from '../turn.ts';
import { propertyLink } from './property-table.ts';

const ROWS = 50;

/** Answers about the payments for one property: how many, how much, when and how. Payers are not public. */
export async function answerTaxPayments(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['property', 'method', 'period', 'year', 'mine'], 'payments');
  if (refused !== undefined) return refused;
  const id = valueIn(query, 'property') ?? '';
  const [property, read] = await Promise.all([
    turn.run('read_property', { id }),
    turn.run('list_tax_payments', { id }),
  ]);
  if (!property.ok)
    return property.status === 404 ? { reply: `There is no property ${id}.`, outcome: 'unknown' } : refusedBy(property);
  if (!read.ok) return refusedBy(read);
  const what = `${id} (${property.value.address})`;
  const methods = conditionsOf(query, 'method').map(({ value }) => value);
  const [period] = conditionsOf(query, 'period');
  const year = valueIn(query, 'year');
  const within = (at: string) =>
    (period?.from === undefined || at.slice(0, 10) >= period.from) &&
    (period?.to === undefined || at.slice(0, 10) <= period.to) &&
    (year === undefined || at.startsWith(year));
  const all = read.value.payments.filter(
    ({ paymentMethod, timestamp }) => (methods.length === 0 || methods.includes(paymentMethod)) && within(timestamp),
  );
  const completed = all.filter(({ status }) => status === 'completed');
  const paid = completed.reduce((sum, { amount }) => sum + amount, 0);
  const restricted = methods.length > 0 || period !== undefined || year !== undefined;
  const [last] = completed;
  const counts = query.ask === 'count' || query.ask === 'how much' || query.aggregate !== undefined;
  const sums = query.ask === 'how much' && query.order === undefined;
  const spokenLast =
    last === undefined
      ? ''
      : `${formatCents(last.amount)} by ${paymentMethodNames[last.paymentMethod]} on ${spokenTime(last.timestamp)}`;
  const { taxOwed, taxOwedFormatted } = property.value;
  const asksPaid = query.ask === 'whether' && /\bpaid\b/i.test(turn.message) && !restricted;
  const reply = asksPaid
    ? `${taxOwed === 0 ? 'Yes, no tax is' : `No, ${taxOwedFormatted} of tax is still`} owed on ${what}.${spokenLast === '' ? '' : ` The last payment was ${spokenLast}.`}`
    : last === undefined
      ? `No completed payment for ${what}${restricted ? ' fits' : ' is recorded'}.`
      : sums
        ? `${formatCents(paid)} was paid for ${what}, in ${counted(completed.length, 'payment')}.`
        : counts && query.order === undefined
          ? `${counted(completed.length, 'payment')} for ${what} ${completed.length === 1 ? 'is' : 'are'} completed, ${formatCents(paid)} together.`
          : query.order === 'oldest'
            ? sayFirst(what, completed)
            : `The last payment for ${what} was ${spokenLast}. ${counted(completed.length, 'payment')} ${completed.length === 1 ? 'is' : 'are'} completed${all.length > completed.length ? `, and ${all.length - completed.length} pending or failed` : ''}.`;
  return {
    reply,
    citations: [citeScreen(id, propertyLink(id))],
    blocks:
      all.length === 0
        ? []
        : [
            table(
              `Payments for ${id}`,
              ['Day', 'Amount', 'Method', 'State'],
              all
                .slice(0, ROWS)
                .map(({ timestamp, amountFormatted, paymentMethod, status }) => [
                  { text: spokenTime(timestamp) },
                  { text: amountFormatted },
                  { text: paymentMethodNames[paymentMethod] },
                  { text: status },
                ]),
              all.length,
            ),
          ],
    context: { property: id },
  };
}

function sayFirst(
  what: string,
  payments: readonly { amount: number; timestamp: string; paymentMethod: keyof typeof paymentMethodNames }[],
): string {
  const first = payments.at(-1);
  return first === undefined
    ? `No completed payment for ${what} is recorded.`
    : `The first payment for ${what} was ${formatCents(first.amount)} by ${paymentMethodNames[first.paymentMethod]} on ${spokenTime(first.timestamp)}.`;
}
