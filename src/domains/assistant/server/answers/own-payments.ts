import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, unsupported } from './turn.ts';

const PROPERTIES_MAX = 12;

/** Answers what was paid for all properties of the caller. Who paid it is not public. */
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
  const paid: { address: string; cents: number; count: number }[] = [];
  for (const { propertyId, address } of properties) {
    const read = await turn.run('list_tax_payments', { id: propertyId });
    if (!read.ok) return refusedBy(read);
    const completed = read.value.payments.filter(({ status }) => status === 'completed');
    const cents = completed.reduce((sum, { amount }) => sum + amount, 0);
    if (completed.length > 0) paid.push({ address, cents, count: completed.length });
  }
  const count = paid.reduce((sum, one) => sum + one.count, 0);
  const cents = paid.reduce((sum, one) => sum + one.cents, 0);
  return {
    reply: `${formatCents(cents)} was paid for your ${counted(properties.length, 'property', 'properties')}, in ${counted(count, 'payment')}${paid.length === 0 ? '' : `: ${listed(paid.map((one) => `${one.address} ${formatCents(one.cents)}`))}`}.`,
    citations: [citeScreen('Resident portal', '/detroit/resident')],
  };
}
