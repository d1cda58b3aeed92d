import { paymentMethodNames } from '#domains/payments/contract.ts';
import type { listPayments } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { citeScreen, type Draft, listed, refusedBy, spokenTime, type Turn, unsupported } from '../turn.ts';

const PROPERTIES_MAX = 12;

/** Answers what was paid for all properties of the caller. The payers are not public. */
export async function answerOwnPayments(turn: Turn): Promise<Draft> {
  const refused = unsupported(turn.query, ['mine'], 'the payments for your properties');
  if (refused !== undefined) return refused;
  const own = await turn.run('list_own_properties', { id: turn.username ?? '' });
  if (!own.ok) return refusedBy(own);
  const { properties } = own.value;
  if (properties.length > PROPERTIES_MAX)
    return {
      reply: `You own ${properties.length} properties. Ask about the payments for one of them.`,
      outcome: 'clarify',
    };
  const payments: (ResponseIn<typeof listPayments>['payments'][number] & { readonly address: string })[] = [];
  const paid: { address: string; cents: number; count: number }[] = [];
  for (const { propertyId, address } of properties) {
    const read = await turn.run('list_tax_payments', { id: propertyId });
    if (!read.ok) return refusedBy(read);
    const completed = read.value.payments.filter(({ status }) => status === 'completed');
    payments.push(...completed.map((payment) => ({ ...payment, address })));
    const cents = completed.reduce((sum, { amount }) => sum + amount, 0);
    if (completed.length > 0) paid.push({ address, cents, count: completed.length });
  }
  const citations = [citeScreen('Resident portal', '/detroit/resident')];
  const last = payments.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
  const { ask, order } = turn.query;
  const one = order === 'oldest' ? last.at(-1) : last[0];
  if ((order !== undefined || ask === 'when') && (turn.query.limit ?? 1) === 1)
    return {
      reply:
        one === undefined
          ? 'No completed payment for your properties is recorded.'
          : `The ${order === 'oldest' ? 'first' : 'last'} payment for your ${counted(properties.length, 'property', 'properties')} was ${formatCents(one.amount)} by ${paymentMethodNames[one.paymentMethod]} for ${one.address}, on ${spokenTime(one.timestamp)}.`,
      citations,
    };
  if (order !== undefined) return { reply: 'Ask about the payments for one of your properties.', outcome: 'clarify' };
  if (ask === 'whether') {
    const owed = properties.reduce((sum, { taxOwed }) => sum + taxOwed, 0);
    return {
      reply: `${owed === 0 ? 'Yes, no tax is' : `No, ${formatCents(owed)} of tax is still`} owed on your ${counted(properties.length, 'property', 'properties')}. ${formatCents(payments.reduce((sum, { amount }) => sum + amount, 0))} was paid.`,
      citations,
    };
  }
  const count = paid.reduce((sum, one) => sum + one.count, 0);
  const cents = paid.reduce((sum, one) => sum + one.cents, 0);
  return {
    reply: `${formatCents(cents)} was paid for your ${counted(properties.length, 'property', 'properties')}, in ${counted(count, 'payment')}${paid.length === 0 ? '' : `: ${listed(paid.map((one) => `${one.address} ${formatCents(one.cents)}`))}`}.`,
    citations,
  };
}
