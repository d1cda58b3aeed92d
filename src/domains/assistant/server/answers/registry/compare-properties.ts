import { type Condition, conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, unsupported } from '../turn.ts';
import { combined, summarize } from './property-alternatives.ts';
import { findPlace, typeWords } from './property-filters.ts';
import { MEASURES, measureOf, numberOf } from './property-measures.ts';
import { propertyTable } from './property-table.ts';

const SEVERAL = 8;

/** Compares properties by an attribute, or the properties of several neighborhoods, streets or types. */
export async function compareProperties(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const ids = [...new Set(conditionsOf(query, 'property').map(({ value }) => value))].slice(0, SEVERAL);
  if (ids.length < 2) return compareGroups(turn);
  const refused = unsupported(query, ['property', 'mine', 'type'], 'the comparison');
  if (refused !== undefined) return refused;
  const measure = measureOf(query.field ?? 'value');
  if (measure === undefined)
    return {
      reply: 'I compare properties by assessed value, tax owed, size and year. Ask for other facts one by one.',
      outcome: 'clarify',
    };
  const { name, say, most, least } = MEASURES[measure];
  const read = await Promise.all(ids.map((id) => turn.run('read_property', { id })));
  const properties = [];
  for (const [at, one] of read.entries()) {
    if (!one.ok)
      return one.status === 404 ? { reply: `There is no property ${ids[at]}.`, outcome: 'unknown' } : refusedBy(one);
    properties.push({ property: one.value, value: numberOf(measure, one.value) });
  }
  const known = properties.flatMap(({ property, value }) => (value === null ? [] : [{ property, value }]));
  if (known.length < properties.length)
    return { reply: `The ${name} of one of them is not recorded.`, citations: cite };
  const down = query.order === 'lowest';
  const [first, second, ...others] = known.toSorted((a, b) => (down ? a.value - b.value : b.value - a.value));
  if (first === undefined || second === undefined) return { reply: 'Name two properties.', outcome: 'clarify' };
  const spoken = ({ property: { propertyId, address }, value }: typeof first) =>
    `${propertyId} (${address}): ${say(value)}`;
  return {
    reply:
      first.value === second.value
        ? `They have the same ${name}, ${say(first.value)}: ${listed(known.map(({ property }) => `${property.propertyId} (${property.address})`))}.`
        : `${verdictOf(turn, first.property.propertyId === ids[0])}${first.property.propertyId} (${first.property.address}) has the ${down ? least : most} ${name}, ${say(first.value)}, ahead of ${listed([second, ...others].map(spoken))}.`,
    citations: cite,
    blocks: [propertyTable(known.map(({ property }) => property))],
  };
}

/** "Does Quayside have more than Mill End" asks for yes or no as well. */
const verdictOf = ({ message }: Turn, isFirst: boolean): string =>
  /^(?:and |so )?(?:does|do|did|is|are|has|have|was|were)\b.*\bthan\b/i.test(message)
    ? isFirst
      ? 'Yes. '
      : 'No. '
    : '';

const cite = [citeScreen('Municipal registry', '/detroit')];

async function compareGroups(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const types = conditionsOf(query, 'type');
  const places = (['place', 'neighborhood', 'address', 'text'] as const).flatMap((kind) => conditionsOf(query, kind));
  const refused = unsupported(query, ['type', 'place', 'neighborhood', 'address', 'text', 'owed'], 'the comparison');
  if (refused !== undefined) return refused;
  const several: readonly Condition[] = types.length > 1 ? types : places;
  const [fixed] = types.length > 1 ? places : types;
  const measure = measureOf(query.field);
  if (several.length < 2 || measure === 'built' || (measure === undefined && query.field !== undefined))
    return { reply: 'Name two properties, neighborhoods or types to compare.', outcome: 'clarify' };
  const owed = conditionsOf(query, 'owed')[0]?.value;
  const fixedPlace =
    fixed !== undefined && types.length > 1 ? await findPlace(turn, fixed) : { queries: [{}], words: '' };
  if ('instead' in fixedPlace) return fixedPlace.instead;
  const results: { readonly name: string; readonly value: number }[] = [];
  for (const condition of several.slice(0, SEVERAL)) {
    const own =
      condition.kind === 'type'
        ? { queries: [{ propertyType: condition.value }], words: typeWords(condition.value) }
        : await findPlace(turn, condition);
    if ('instead' in own) return own.instead;
    const both = combined(fixedPlace.queries, own.queries);
    if ('instead' in both) return both.instead;
    const read = await summarize(turn, both, {
      ...(types.length === 1 ? { propertyType: types[0]?.value ?? '' } : {}),
      ...(owed === undefined ? {} : { owed }),
      limit: 1,
    });
    if (!read.ok) return refusedBy(read);
    const { value } = read;
    const average = query.aggregate === 'average' && measure !== undefined && value.properties > 0;
    const sum = measure === undefined ? value.properties : value[MEASURES[measure].key];
    results.push({
      name: own.words.replace(/^ (?:in|on) /, ''),
      value: average ? Math.round(sum / value.properties) : sum,
    });
  }
  const say = (value: number) =>
    measure === undefined ? counted(value, 'property', 'properties') : MEASURES[measure].say(value);
  const down = query.order === 'lowest';
  const [first, second] = results.toSorted((a, b) => (down ? a.value - b.value : b.value - a.value));
  const what = `${measure === undefined ? 'properties' : MEASURES[measure].name}${fixedPlace.words}${owed === 'yes' ? ' on which tax is owed' : ''}`;
  const all = listed(results.map(({ name, value }) => `${name} ${say(value)}`));
  return {
    reply:
      first?.value === second?.value
        ? `They are equal in ${what}: ${all}.`
        : `${verdictOf(turn, first === results[0])}${first?.name.charAt(0).toUpperCase()}${first?.name.slice(1)} has ${down ? 'less' : 'more'} ${what}: ${all}.`,
    citations: cite,
  };
}
