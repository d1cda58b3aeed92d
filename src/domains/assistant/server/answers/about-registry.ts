import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { Property } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { answerOneProperty } from './about-property.ts';
import { given } from './asset-filters.ts';
import {
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  refusedBy,
  signInFirst,
  type Turn,
  table,
  total,
  unsupported,
} from './turn.ts';

const ROWS = 10;

/** Answers about properties: one, several, or the totals of the registry. */
export async function answerProperties(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (needsSignIn(turn)) return signInFirst;
  if (conditionsOf(query, 'property').length > 0) return answerOneProperty(turn);
  if (conditionsOf(query, 'mine').length > 0) return answerOwn(turn);
  const refused = unsupported(query, ['type', 'place', 'neighborhood', 'text', 'state'], 'properties');
  if (refused !== undefined) return refused;
  const resolved = await resolveNeighborhood(turn);
  if ('instead' in resolved) return resolved.instead;
  if (query.by === 'neighborhood') return answerNeighborhoods(turn);
  const ranked = query.ask === 'most' || query.ask === 'least' || query.order !== undefined;
  const filtered = Object.keys(resolved.filters).length > 0;
  if (!ranked && !filtered && (query.ask === 'count' || query.ask === 'how much' || query.ask === 'describe'))
    return answerTotals(turn);
  return answerList(turn, resolved.filters);
}

/** Words about a place name a neighborhood if the registry has it; other words are searched in addresses. */
async function resolveNeighborhood(turn: Turn): Promise<{ filters: Record<string, string> } | { instead: Draft }> {
  const { query } = turn;
  const words = [
    ...conditionsOf(query, 'place'),
    ...conditionsOf(query, 'neighborhood'),
    ...conditionsOf(query, 'text'),
  ].map(({ value }) => value);
  const filters = given({ propertyType: valueIn(query, 'type'), status: valueIn(query, 'state') });
  if (words.length === 0) return { filters };
  const read = await turn.run('list_neighborhoods');
  if (!read.ok) return { instead: refusedBy(read) };
  const [word = ''] = words;
  const found = read.value.neighborhoods.find(({ neighborhood }) => neighborhood.toLowerCase() === word.toLowerCase());
  return {
    filters: {
      ...filters,
      ...(found === undefined ? { search: words.join(' ') } : { neighborhood: found.neighborhood }),
    },
  };
}

async function answerTotals(turn: Turn): Promise<Draft> {
  const read = await turn.run('registry_totals');
  if (!read.ok) return refusedBy(read);
  const { totalProperties, totalAssessedValueFormatted, totalTaxOwedFormatted, activeResidents, governmentProperties } =
    read.value.stats;
  const { field } = turn.query;
  const first =
    field === 'tax'
      ? `${totalTaxOwedFormatted} of tax is owed on all properties together.`
      : field === 'value'
        ? `The assessed value of all properties together is ${totalAssessedValueFormatted}.`
        : field === 'owner'
          ? `${counted(activeResidents, 'resident account')} own property.`
          : `The registry has ${counted(totalProperties, 'active property', 'active properties')}.`;
  return {
    reply: `${first} In all: ${counted(totalProperties, 'property', 'properties')} with an assessed value of ${totalAssessedValueFormatted}, ${totalTaxOwedFormatted} of tax owed, ${counted(activeResidents, 'resident')} who own property, and ${counted(governmentProperties, 'property', 'properties')} of the city.`,
    citations: [citeScreen('Municipal registry', '/detroit')],
  };
}

async function answerNeighborhoods(turn: Turn): Promise<Draft> {
  const read = await turn.run('list_neighborhoods');
  if (!read.ok) return refusedBy(read);
  const all = read.value.neighborhoods.toSorted((a, b) => b.properties - a.properties);
  const { ask } = turn.query;
  const [first] = ask === 'least' ? all.toReversed() : all;
  if (first === undefined) return { reply: 'The registry has no neighborhoods.' };
  return {
    reply:
      ask === 'most' || ask === 'least'
        ? `${first.neighborhood} has the ${ask === 'most' ? 'most' : 'fewest'} properties: ${total(first.properties)}.`
        : `There are ${counted(all.length, 'neighborhood')}: ${listed(all.map(({ neighborhood, properties }) => `${neighborhood} (${properties})`))}.`,
    citations: [citeScreen('Municipal registry', '/detroit')],
    blocks: [
      table(
        'Neighborhoods',
        ['Neighborhood', 'Properties'],
        all.map(({ neighborhood, properties }) => [{ text: neighborhood }, { text: total(properties) }]),
      ),
    ],
  };
}

async function answerList(turn: Turn, filters: Record<string, string>): Promise<Draft> {
  const { query } = turn;
  const ranked = query.ask === 'most' || query.ask === 'least';
  const owed = query.field === 'tax' && !ranked ? { owed: 'yes' } : {};
  const sort = ranked
    ? { sortBy: query.field === 'tax' ? 'taxOwed' : 'assessedValue', sortOrder: query.ask === 'most' ? 'desc' : 'asc' }
    : {};
  if (ranked && query.field === 'size')
    return { reply: 'I can rank properties by assessed value and by tax owed, not by size.', outcome: 'clarify' };
  const read = await turn.run('search_properties', {
    ...filters,
    ...owed,
    ...sort,
    limit: Math.min(query.limit ?? ROWS, 100),
  });
  if (!read.ok) return refusedBy(read);
  const { properties, pagination } = read.value;
  const words = spoken(query, filters) + (owed.owed === undefined ? '' : ' on which tax is owed');
  const [first] = properties;
  if (first === undefined)
    return filters['search'] === undefined
      ? { reply: `There are 0 properties${words}.` }
      : { reply: `No property has “${filters['search']}” in its id, address or neighborhood.`, outcome: 'unknown' };
  if (first !== undefined && pagination.total === 1 && filters['search'] !== undefined)
    return answerOneProperty({ ...turn, query: { ...query, where: [{ kind: 'property', value: first.propertyId }] } });
  const value = query.field === 'tax' ? first.taxOwedFormatted : first.assessedValueFormatted;
  return {
    reply: ranked
      ? `${first.propertyId} (${first.address}) has the ${query.ask === 'most' ? 'highest' : 'lowest'} ${query.field === 'tax' ? 'tax owed' : 'assessed value'}${words}: ${value}.`
      : `There ${pagination.total === 1 ? 'is' : 'are'} ${counted(pagination.total, 'property', 'properties')}${words}.${pagination.total > properties.length && query.ask !== 'count' ? ` These are ${properties.length} of them.` : ''}`,
    citations: [citeScreen('Municipal registry', '/detroit')],
    blocks: [propertyTable(properties, ranked ? properties.length : pagination.total)],
    context: { property: first.propertyId },
  };
}

const spoken = (query: Query, { neighborhood, search, propertyType, status }: Record<string, string>) =>
  `${propertyType === undefined ? '' : ` of the type ${propertyType}`}${status === undefined ? '' : ` that are ${status}`}${neighborhood === undefined ? '' : ` in ${neighborhood}`}${search === undefined || query.where.length === 0 ? '' : ` with “${search}”`}`;

const propertyTable = (properties: readonly Property[], all: number) => ({
  ...table(
    'Properties',
    ['Property', 'Address', 'Neighborhood', 'Type', 'Assessed value', 'Tax owed'],
    properties.map(({ propertyId, address, metadata, assessedValueFormatted, taxOwedFormatted }) => [
      { text: propertyId, href: `/detroit/properties/${encodeURIComponent(propertyId)}` },
      { text: address },
      { text: metadata.neighborhood },
      { text: metadata.propertyType },
      { text: assessedValueFormatted },
      { text: taxOwedFormatted },
    ]),
  ),
  more: Math.max(0, all - properties.length),
});

/** Answers what the signed-in resident owns. */
async function answerOwn(turn: Turn): Promise<Draft> {
  const read = await turn.run('list_own_properties', { id: turn.username ?? '' });
  if (!read.ok) return refusedBy(read);
  const { properties, totalProperties } = read.value;
  const owed = properties.reduce((all, { taxOwed }) => all + taxOwed, 0);
  const spokenOwed = `$${(owed / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  return {
    reply:
      turn.query.field === 'tax'
        ? `You owe ${spokenOwed} of tax on ${counted(totalProperties, 'property', 'properties')}.`
        : `You own ${counted(totalProperties, 'property', 'properties')}${totalProperties > 0 ? `: ${listed(properties.slice(0, 10).map(({ propertyId, address }) => `${propertyId} (${address})`))}` : ''}.`,
    citations: [citeScreen('Resident portal', '/detroit/resident')],
    blocks: properties.length === 0 ? [] : [propertyTable(properties, totalProperties)],
  };
}

/** Answers with the tax rates of a year: the newest, or the one that is named. */
export async function answerRates(turn: Turn): Promise<Draft> {
  const refused = unsupported(turn.query, ['year', 'type', 'period'], 'the tax rates');
  if (refused !== undefined) return refused;
  const read = await turn.run('list_tax_rates');
  if (!read.ok) return refusedBy(read);
  const wanted = valueIn(turn.query, 'year') ?? conditionsOf(turn.query, 'period')[0]?.from?.slice(0, 4);
  const rates =
    wanted === undefined ? read.value.rates[0] : read.value.rates.find(({ year }) => String(year) === wanted);
  if (rates === undefined) return { reply: `No tax rates are set${wanted === undefined ? '' : ` for ${wanted}`}.` };
  const type = (valueIn(turn.query, 'type') ?? 'residential') as 'residential';
  const mills = (parts: number) => `${(parts / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })} mills`;
  const sum = rates.lines.reduce((all, line) => all + line.rates[type], 0);
  const first =
    turn.query.field === 'interest'
      ? `Late tax of ${rates.year} bears ${rates.interestBasisPoints / 100} % interest for each month or part of a month.`
      : turn.query.field === 'penalty'
        ? `The penalty for a late installment of ${rates.year} is ${rates.penaltyBasisPoints / 100} %, once.`
        : turn.query.field === 'installments' || turn.query.ask === 'when'
          ? `The tax of ${rates.year} is due in ${counted(rates.installments.length, 'installment')}: ${listed(rates.installments.map(({ due, percent }) => `${percent} % by ${due}`))}.`
          : `The rates of ${rates.year} for ${type} property add up to ${mills(sum)}: ${listed(rates.lines.map((line) => `${line.name} ${mills(line.rates[type])}`))}.`;
  return {
    reply: first,
    citations: [citeScreen('Municipal registry', '/detroit')],
    blocks: [
      table(
        `Tax rates of ${rates.year} for ${type} property`,
        ['Line', 'Rate'],
        rates.lines.map((line) => [{ text: line.name }, { text: mills(line.rates[type]) }]),
      ),
    ],
  };
}
