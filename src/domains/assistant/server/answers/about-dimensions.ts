import { conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { answerAssets, strangeWords } from './assets/about-assets.ts';
import { collectAssets, spokenFilters } from './assets/asset-filters.ts';
import { valueBy } from './assets/asset-groups.ts';
import { answerBatchByAge } from './assets/batch-by-age.ts';
import { answerBatchesOf, isOfMaker } from './assets/batches-of-maker.ts';
import { spokenBounds, withinBounds } from './bounds.ts';
import { sayEvents } from './events/about-events.ts';
import { eventFilters, spokenEvents } from './events/event-filters.ts';
import { unknown } from './talk.ts';
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

/** Answers about batches, categories, places and days: their list, their number, and the one with the most. */
export function answerDimension(turn: Turn): Promise<Draft> | Draft {
  const { query } = turn;
  if (needsSignIn(turn)) return signInFirst;
  if (query.subject === 'day') return answerDays(turn);
  if (query.subject === 'place' && (query.ask === 'where' || query.ask === 'who' || query.ask === 'when'))
    return unknown;
  const ranked = query.ask === 'most' || query.ask === 'least';
  const byEvents = query.where.some(({ kind }) => kind === 'action' || kind === 'period') || query.by === 'event';
  const dimension = query.subject === 'place' && query.field === 'country' ? 'country' : query.subject;
  if (dimension === 'country' && byEvents)
    return sayEvents({ ...turn, query: { ...query, subject: 'event', by: dimension } });
  if (dimension === 'country' && query.ask === 'count') return answerValues(turn);
  if (dimension === 'country')
    return answerAssets({ ...turn, query: { ...query, subject: 'asset', field: undefined, by: dimension } as Query });
  if (dimension === 'place' && byEvents) return answerPlaces(turn);
  if (byEvents && dimension === 'category')
    return sayEvents({ ...turn, query: { ...query, subject: 'event', by: 'category' } });
  if (ranked) return answerAssets({ ...turn, query: { ...query, subject: 'asset', by: dimension } });
  if (dimension === 'batch' && query.order !== undefined && !ranked) return answerBatchByAge(turn);
  if (dimension === 'batch' && isOfMaker(query)) return answerBatchesOf(turn);
  return answerValues(turn);
}

const PLURALS = { batch: 'batches', category: 'categories', place: 'places', country: 'countries' } as const;

/** Lists the distinct values of all matching assets. */
async function answerValues(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const dimension = query.subject === 'batch' || query.subject === 'category' ? query.subject : 'place';
  const by = query.field === 'country' ? 'country' : dimension;
  const refused = unsupported(
    query,
    ['status', 'category', 'batch', 'participant', 'mine', 'place', 'text', 'number'],
    PLURALS[dimension],
  );
  if (refused !== undefined) return refused;
  const strange = await strangeWords(turn);
  if (strange !== undefined) return strange;
  // A number bounds the assets of each value, not the events of an asset.
  const where = query.where.filter(({ kind }) => kind !== 'number');
  const found = await collectAssets(
    { ...turn, query: { ...query, where: [...where, { kind: 'status', value: '\u0000none', not: true }] } },
    100,
  );
  if ('instead' in found) return found.instead;
  if (!found.complete)
    return { reply: 'There are too many assets to list them all. Narrow the question down.', outcome: 'clarify' };
  const counts = new Map<string, number>();
  for (const asset of found.assets) {
    const value = valueBy[by](asset);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const rows = [...counts]
    .filter(([, count]) => withinBounds(query, count))
    .toSorted(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));
  const name = counted(rows.length, by, PLURALS[by]);
  return {
    reply: `There ${rows.length === 1 ? 'is' : 'are'} ${name}${spokenFilters({ ...query, where }, username)}${spokenBounds(query, 'asset')}${rows.length === 0 ? '' : ': '}${
      rows.length > 12
        ? `${rows
            .slice(0, 12)
            .map(([value]) => value)
            .join(', ')} and others`
        : listed(rows.map(([value]) => value))
    }.`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: [
      table(
        `Assets by ${query.field ?? query.subject}`,
        [query.field ?? query.subject, 'Assets'],
        rows.map(([value, count]) => [{ text: value }, { text: total(count) }]),
      ),
    ],
  };
}

async function answerPlaces(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (query.ask !== 'count' && query.ask !== 'list' && query.ask !== 'describe' && query.ask !== 'where')
    return sayEvents({ ...turn, query: { ...query, subject: 'event', by: 'place' } });
  const refused = unsupported(
    query,
    ['action', 'participant', 'mine', 'category', 'batch', 'period', 'anomalous', 'place'],
    'places',
  );
  if (refused !== undefined) return refused;
  const read = await turn.run('summarize_events', { ...eventFilters(query, turn.username), limit: 1 });
  if (!read.ok) return refusedBy(read);
  const { locations } = read.value;
  const names = locations.map(({ value }) => value);
  return {
    reply: `There are ${counted(locations.length, 'place')}${locations.length === 50 ? ' or more' : ''} with ${spokenEvents(query, turn.username).all}: ${names.length > 12 ? `${names.slice(0, 12).join('; ')} and others` : names.join('; ')}.`,
    blocks: [
      table(
        'Events by place',
        ['Place', 'Events'],
        locations.map(({ value, events }) => [{ text: value }, { text: total(events) }]),
      ),
    ],
  };
}

async function answerDays(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(
    query,
    ['action', 'participant', 'mine', 'category', 'batch', 'period', 'anomalous', 'place', 'asset'],
    'days',
  );
  if (refused !== undefined) return refused;
  if (query.by === 'month' && query.ask === 'count')
    return sayEvents({ ...turn, query: { ...query, subject: 'event' } });
  if (query.ask === 'most' || query.ask === 'least' || query.ask === 'list' || query.ask === 'describe') {
    const most: Query = {
      ...query,
      subject: 'event',
      by: query.by ?? 'day',
      ask: query.ask === 'least' ? 'least' : 'most',
    };
    if (conditionsOf(query, 'period').length > 1 || (query.ask === 'least' && query.by === undefined))
      return {
        reply: 'I can name the day with the most events, not the one with the fewest: many days have none.',
        outcome: 'clarify',
      };
    return sayEvents({ ...turn, query: most });
  }
  return sayEvents({ ...turn, query: { ...query, subject: 'event', by: undefined } as Query });
}
