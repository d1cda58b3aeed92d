import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ToolArguments } from '../../tools/run-tool.ts';
import {
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  refusedBy,
  signInFirst,
  type Turn,
  unsupported,
} from '../turn.ts';
import { answerOneProperty, unrecorded } from './about-property.ts';
import { compareProperties } from './compare-properties.ts';
import { answerOwnProperties } from './own-properties.ts';
import { summarize } from './property-alternatives.ts';
import { PROPERTY_CONDITIONS, type PropertyFilters, propertyFilters } from './property-filters.ts';
import { answerPropertyGroups } from './property-groups.ts';
import { MEASURES, measureOf, numberOf, sayMeasure } from './property-measures.ts';
import { answerPropertyShare } from './property-share.ts';
import { propertyTable } from './property-table.ts';
import { resolveAddresses } from './resolve-properties.ts';

const ROWS = 10;
const citations = [citeScreen('Municipal registry', '/detroit')];

/** Answers about properties: one, several, groups of them, or those of the caller. */
export async function answerProperties(turn: Turn): Promise<Draft> {
  if (needsSignIn(turn)) return signInFirst;
  const resolved = await resolveAddresses(turn);
  if ('instead' in resolved) return resolved.instead;
  const draft = await answerResolved(resolved.turn);
  return resolved.note === '' ? draft : { ...draft, reply: `${draft.reply}${resolved.note}` };
}

async function answerResolved(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const named = conditionsOf(query, 'property').length;
  if (named > 1 || query.ask === 'compare') return compareProperties(turn);
  if (named === 1) return answerOneProperty(turn);
  if (conditionsOf(query, 'mine').length > 0 || conditionsOf(query, 'participant').length > 0)
    return answerOwnProperties(turn);
  const { field = '' } = query;
  if (field === 'permits') return unrecorded;
  if (field === 'overdue') return unknownOverdue;
  const refused = unsupported(query, PROPERTY_CONDITIONS, 'properties');
  if (refused !== undefined) return refused;
  if (NEEDS_PROPERTY.has(field)) return whichProperty;
  if (query.ask === 'percentage') return answerPropertyShare(turn);
  const filters = await propertyFilters(turn);
  if ('instead' in filters) return filters.instead;
  const draft = await answerFiltered(turn, filters);
  return filters.note === '' ? draft : { ...draft, reply: `${draft.reply}${filters.note}` };
}

/** Attributes that only a single property has. */
const NEEDS_PROPERTY = new Set([
  ...[
    'successors',
    'predecessors',
    'transfers',
    'acquired',
    'payments',
    'documents',
    'title',
    'land',
    'building',
    'id',
    'address',
  ],
  ...['appeals', 'exemptions'],
]);
const whichProperty: Draft = {
  reply: 'Which property do you mean? Give me its address or its id.',
  outcome: 'clarify',
};
const unknownOverdue: Draft = {
  reply:
    'I can tell on which properties tax is owed, not which of it is overdue: only owners and the government see bills.',
  outcome: 'clarify',
  suggestions: ['How many properties owe tax?'],
};

function answerFiltered(turn: Turn, filters: PropertyFilters): Promise<Draft> | Draft {
  const { ask, by, field, where } = turn.query;
  if (by !== undefined) return answerPropertyGroups(turn, filters);
  if (field === 'blocks') return answerBlocks(turn, filters);
  const asksOwner = field === 'owner' && !where.some(({ kind }) => kind === 'owner');
  if (field === 'residents' || asksOwner) return answerOwners(turn, filters);
  if (field === 'street')
    return { reply: 'I can restrict properties to a street, and not count streets.', outcome: 'clarify' };
  if (ask === 'most' || ask === 'least') return answerRanked(turn, filters);
  if (ask === 'how much') return answerSum(turn, filters);
  if (ask === 'describe' && (where.length === 0 || field !== undefined)) return answerSum(turn, filters);
  if (ask === 'count' || ask === 'list' || ask === 'whether' || ask === 'describe' || ask === 'where')
    return answerList(turn, filters);
  return whichProperty;
}

async function answerBlocks(turn: Turn, { words, adjective }: PropertyFilters): Promise<Draft> {
  if (words !== '' || adjective !== '' || turn.query.ask === 'list')
    return {
      reply: 'I can count the blocks of the whole registry, and list those of one property: ask for its title history.',
      outcome: 'clarify',
    };
  const read = await turn.run('registry_totals');
  if (!read.ok) return refusedBy(read);
  return {
    reply: `The registry has ${counted(read.value.stats.blockchainTransactions, 'block')}, payments included.`,
    citations,
  };
}

/** Answers with the number of resident accounts that own property. Their identity is not public. */
async function answerOwners(turn: Turn, { words, adjective }: PropertyFilters): Promise<Draft> {
  if (words !== '' || adjective !== '' || !['count', 'how much', 'describe'].includes(turn.query.ask))
    return {
      reply:
        'Who owns property is not public. I can tell how many residents own property in all, and the pseudonyms of the owners of one property.',
      outcome: 'unknown',
    };
  const read = await turn.run('registry_totals');
  if (!read.ok) return refusedBy(read);
  return {
    reply: `${counted(read.value.stats.activeResidents, 'resident account')} own property. Other owners have no account here.`,
    citations,
  };
}

async function answerSum(turn: Turn, filters: PropertyFilters): Promise<Draft> {
  const read = await summarize(turn, filters.queries, { limit: 1 });
  if (!read.ok) return refusedBy(read);
  const { query } = turn;
  const sums = read.value;
  const what = subjectOf(filters);
  if (sums.properties === 0) return { reply: `There are 0 ${what}.`, citations };
  const measure = measureOf(query.field);
  const full = `${counted(sums.properties, 'property', 'properties')}, assessed at ${MEASURES.value.say(sums.assessedValue)} together, with ${MEASURES.tax.say(sums.taxOwed)} of tax owed on ${sums.owing} of them`;
  if (measure === undefined || measure === 'built')
    return query.field === undefined
      ? {
          reply: `The registry has ${counted(sums.properties, 'active property', 'active properties')}${filters.words}: ${full}.`,
          citations,
        }
      : {
          reply: `I can't add that up over several properties. Name one, or ask for their assessed value, tax owed or size.`,
          outcome: 'clarify',
        };
  return { reply: `${sayMeasure(measure, sums, what, query.aggregate === 'average')} In all: ${full}.`, citations };
}

export const subjectOf = ({ adjective, words }: Pick<PropertyFilters, 'adjective' | 'words'>) =>
  `${adjective === '' ? '' : `${adjective} `}properties${words}`;

/** Bounds for the lowest existing value: land without a building has no floor area, and paid tax is not owed. */
const lowest: Partial<Record<string, ToolArguments>> = { size: { squareFeetFrom: 1 }, tax: { owed: 'yes' } };

async function answerRanked(turn: Turn, filters: PropertyFilters): Promise<Draft> {
  const { ask, field, limit = 1 } = turn.query;
  const measure = measureOf(field ?? 'value');
  if (measure === undefined)
    return {
      reply: `I can't rank properties by that: I rank by assessed value, tax owed, size and year.`,
      outcome: 'clarify',
    };
  const { key, say, name } = MEASURES[measure];
  const wants = Math.min(limit, 100);
  const read = await summarize(turn, filters.queries, {
    ...(ask === 'least' ? (lowest[measure] ?? {}) : {}),
    rankBy: key,
    rankOrder: ask === 'most' ? 'desc' : 'asc',
    limit: Math.min(100, Math.max(wants, 5)),
  });
  if (!read.ok) return refusedBy(read);
  const [first, second] = read.value.ranked;
  const what = subjectOf(filters);
  if (first === undefined) return { reply: `There are 0 ${what}.`, citations };
  const highest = ask === 'most' ? MEASURES[measure].most : MEASURES[measure].least;
  const number = (one: typeof first) => numberOf(measure, one);
  const value = (one: typeof first) => say(number(one) ?? 0);
  const tied = read.value.ranked.filter((one) => number(one) === number(first));
  const shown = read.value.ranked.slice(0, wants);
  const spoken = ({ propertyId, address }: typeof first) => `${propertyId} (${address})`;
  const among = filters.words === '' && filters.adjective === '' ? '' : ` of the ${what}`;
  const reply =
    wants > 1
      ? `The ${shown.length} ${what} with the ${highest} ${name} are ${listed(shown.map((one) => `${spoken(one)}: ${value(one)}`))}.`
      : second !== undefined && tied.length > 1
        ? `${tied.length >= 5 ? 'At least ' : ''}${counted(tied.length, 'property', 'properties')} share the ${highest} ${name}${among}, ${value(first)}: ${listed(tied.map(spoken))}.`
        : `${spoken(first)} has the ${highest} ${name}${among}: ${value(first)}.`;
  return {
    reply,
    citations,
    blocks: [propertyTable(wants > 1 ? shown : tied.length > 1 ? tied : [first])],
    context: { property: first.propertyId },
  };
}

async function answerList(turn: Turn, filters: PropertyFilters): Promise<Draft> {
  const { ask, limit = ROWS } = turn.query;
  const read = await summarize(turn, filters.queries, {
    limit: ask === 'count' ? 1 : Math.min(limit, 100),
  });
  if (!read.ok) return refusedBy(read);
  const { properties: count, ranked } = read.value;
  const [first] = ranked;
  const what = `${filters.adjective === '' ? '' : `${filters.adjective} `}${count === 1 ? 'property' : 'properties'}${filters.words}`;
  if (first === undefined)
    return { reply: ask === 'whether' ? `No, there are no ${what}.` : `There are 0 ${what}.`, citations };
  const says = ask === 'whether' ? 'Yes, there' : 'There';
  const rest =
    ask === 'count' || count <= ranked.length ? '' : ` These are the ${ranked.length} with the highest assessed value.`;
  return {
    reply: `${says} ${count === 1 ? 'is' : 'are'} ${count} ${what}.${rest}`,
    citations,
    blocks: ask === 'count' ? [] : [propertyTable(ranked, count)],
    ...(count === 1 ? { context: { property: first.propertyId } } : {}),
  };
}
