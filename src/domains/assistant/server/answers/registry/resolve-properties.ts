import type { Condition } from '#domains/assistant/contract.ts';
import type { Property } from '#domains/registry/contract.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import { type Draft, listed, refusedBy, type Turn } from '../turn.ts';

type Resolved = { readonly turn: Turn; readonly note: string } | { readonly instead: Draft };

const CHOICES = 8;

/**
 * Replaces addresses by the properties there. A misspelled street is read as the only similar one, and the answer says
 * so.
 */
export async function resolveAddresses(turn: Turn): Promise<Resolved> {
  const where: Condition[] = [];
  let note = '';
  for (const condition of turn.query.where) {
    if (condition.kind !== 'address' || !/\d/.test(condition.value)) {
      where.push(condition);
      continue;
    }
    const found = await findAddress(turn, condition.value);
    if ('instead' in found) return found;
    note += found.note;
    where.push({ ...condition, kind: 'property', value: found.property.propertyId });
  }
  return { turn: { ...turn, query: { ...turn.query, where } }, note };
}

async function findAddress(
  turn: Turn,
  address: string,
): Promise<{ property: Property; note: string } | { instead: Draft }> {
  const [number = ''] = address.split(' ');
  const read = await turn.run('search_properties', { search: address, limit: 50 });
  if (!read.ok) return { instead: refusedBy(read) };
  // The search matches prefixes: 12 finds 125.
  const at = read.value.properties.filter((one) => plain(one.address).startsWith(`${number.toLowerCase()} `));
  const exact = at.filter((one) => plain(one.address) === plain(address));
  const [property, ...others] = active(exact.length > 0 ? exact : at);
  if (property !== undefined && others.length === 0) return { property, note: '' };
  if (property !== undefined) return { instead: chooseOne(address, [property, ...others]) };
  const near = await turn.run('search_properties', { search: number, limit: 200 });
  if (!near.ok) return { instead: refusedBy(near) };
  const alike = active(near.value.properties.filter((one) => isAlike(one.address, address)));
  const [nearest] = alike;
  if (nearest !== undefined && alike.length === 1)
    return { property: nearest, note: ` I read “${address}” as ${nearest.address}.` };
  return {
    instead: {
      reply: `There is no property at “${address}”. Check the house number and the street.`,
      outcome: 'unknown',
    },
  };
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[.,]/g, '').trim();
const isAlike = (address: string, written: string) =>
  spellingDistance(plain(address), plain(written), 2) <= 2 &&
  plain(address).split(' ')[0] === plain(written).split(' ')[0];

/** Retired properties count only if there are no others. */
function active(properties: readonly Property[]): readonly Property[] {
  const current = properties.filter(({ status }) => status === 'active');
  return current.length > 0 ? current : properties;
}

const chooseOne = (address: string, found: readonly Property[]): Draft => ({
  reply: `${found.length} properties fit “${address}”: ${listed(found.slice(0, CHOICES).map((one) => `${one.propertyId} (${one.address})`))}${found.length > CHOICES ? ' and others' : ''}. Name one by its id.`,
  outcome: 'clarify',
});
