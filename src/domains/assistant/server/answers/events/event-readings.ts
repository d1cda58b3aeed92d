import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { spokenKey } from '../assets/spoken-key.ts';
import {
  assetLink,
  blockLink,
  blockNumber,
  citeBlock,
  type Draft,
  listed,
  refusedBy,
  spokenAction,
  spokenTime,
  type Turn,
  table,
  total,
} from '../turn.ts';
import { eventFilters, type Summary, spokenEvents } from './event-filters.ts';

type Reading = NonNullable<Summary['readings']>[number];

/** Answers about the readings that events state: the highest or lowest, their average, and those within bounds. */
export async function sayReadings(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  if (query.where.some(({ not }) => not === true) || severalOf(query))
    return {
      reply: 'I can compare readings under one condition of each kind. Ask about each of them.',
      outcome: 'clarify',
    };
  const read = await turn.run('summarize_events', { ...eventFilters(query, username), limit: 1 });
  if (!read.ok) return refusedBy(read);
  const { atLeast, total: events, readings = [] } = read.value;
  if (atLeast || readings.length < events)
    return { reply: 'There are too many readings to compare them all. Name a shorter period.', outcome: 'clarify' };
  const numeric = readings.filter(({ value }) => value.trim() !== '' && Number.isFinite(Number(value)));
  const fields = [...new Set(numeric.map(({ field }) => field))];
  const asked = query.field?.slice('meta:'.length) ?? '';
  const where = spokenEvents({ ...query, where: query.where.filter(({ kind }) => kind !== 'stating') }, username).all;
  if (
    fields.length === 0 &&
    readings.length > 0 &&
    query.aggregate === undefined &&
    conditionsOf(query, 'amount').length === 0
  )
    return sayValues(query, readings, where);
  if (fields.length === 0)
    return { reply: `No ${where} state a number for “${asked}”.`, outcome: events === 0 ? 'answered' : 'unknown' };
  if (fields.length > 1)
    return { reply: `“${asked}” may be ${fields.map(spokenKey).join(' or ')}. Which do you mean?`, outcome: 'clarify' };
  const what = spokenKey(fields[0] ?? asked);
  if (query.aggregate === 'average') {
    const sum = numeric.reduce((all, { value }) => all + Number(value), 0);
    const average = Math.round((sum / numeric.length) * 100) / 100;
    return tell(
      `The average ${what} is ${total(average)}, of ${counted(numeric.length, 'reading')} in ${where}.`,
      what,
      numeric,
    );
  }
  if (query.order === 'highest' || query.order === 'lowest') return sayExtreme(query, numeric, { what, where });
  return sayWithin(query, numeric, { what, where });
}

const severalOf = (query: Query) =>
  (['period', 'participant', 'action', 'category', 'batch', 'place', 'asset'] as const).some(
    (kind) => conditionsOf(query, kind).length > 1,
  );

/** Texts have no order, but some are stated more often than others. */
function sayValues(query: Query, readings: readonly Reading[], where: string): Draft {
  const fields = [...new Set(readings.map(({ field }) => field))];
  const [field = ''] = fields;
  if (fields.length > 1)
    return { reply: `That may be ${fields.map(spokenKey).join(' or ')}. Which do you mean?`, outcome: 'clarify' };
  const counts = [...Map.groupBy(readings, ({ value }) => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
  const sorted = query.ask === 'least' ? counts.toReversed() : counts;
  const equal = sorted.filter(({ count }) => count === sorted[0]?.count);
  const say = ({ value, count }: (typeof counts)[number]) => `${value} (${total(count)})`;
  const shown = counts.slice(0, 12).map(say);
  const reply =
    query.ask === 'most' || query.ask === 'least'
      ? `The ${query.ask === 'least' ? 'rarest' : 'most frequent'} ${spokenKey(field)} in ${where}: ${listed(equal.slice(0, 5).map(say))}.`
      : `${counted(counts.length, 'value')} of ${spokenKey(field)} in ${counted(readings.length, 'reading')} of ${where}: ${listed(shown)}${counts.length > 12 ? ' and others' : ''}.`;
  return tell(reply, spokenKey(field), readings);
}

type Words = { readonly what: string; readonly where: string };

function sayExtreme(query: Query, readings: readonly Reading[], { what, where }: Words): Draft {
  const rising = readings.toSorted((a, b) => Number(a.value) - Number(b.value));
  const sorted = query.order === 'highest' ? rising.toReversed() : rising;
  const equal = sorted.filter(({ value }) => Number(value) === Number(sorted[0]?.value));
  const shown = sorted.slice(0, Math.max(query.limit ?? 1, equal.length));
  const [first] = sorted;
  if (first === undefined) return { reply: `No ${where} state a number.` };
  const others = equal.length > 1 ? ` ${counted(equal.length, 'reading')} are equal.` : '';
  return tell(
    `The ${query.order} ${what} is ${first.value}, of ${counted(readings.length, 'reading')} in ${where}: ${spokenReading(first)}.${others}`,
    what,
    shown,
    first,
  );
}

function sayWithin(query: Query, readings: readonly Reading[], { what, where }: Words): Draft {
  const bounds = conditionsOf(query, 'amount');
  const found = readings.filter(({ value }) => bounds.every((bound) => isWithin(Number(value), bound)));
  const assets = new Set(found.map(({ assetId }) => assetId)).size;
  const said = bounds.map(({ than = 'above', value }) => `${than} ${value}`).join(' and ');
  const yes = query.ask === 'whether' ? (found.length > 0 ? 'Yes. ' : 'No. ') : '';
  const is = found.length === 1 ? 'is' : 'are';
  return tell(
    `${yes}${counted(found.length, 'reading')} of ${what} ${is} ${said}, of ${counted(assets, 'asset')}. There are ${counted(readings.length, 'reading')} in ${where}.`,
    what,
    found,
  );
}

function isWithin(value: number, { value: bound, than }: Condition): boolean {
  if (than === 'at least') return value >= Number(bound);
  if (than === 'at most') return value <= Number(bound);
  return than === 'below' ? value < Number(bound) : value > Number(bound);
}

const spokenReading = ({ action, assetId, location, timestamp, blockIndex }: Reading) =>
  `${spokenAction(action)} of ${assetId}${location === undefined ? '' : ` at ${location}`} on ${spokenTime(timestamp)}, in block ${blockNumber(blockIndex)}`;

function tell(reply: string, what: string, readings: readonly Reading[], first?: Reading): Draft {
  const assets = [...new Set(readings.map(({ assetId }) => assetId))];
  return {
    reply,
    citations: first === undefined ? [] : [citeBlock(first.blockIndex)],
    blocks:
      readings.length === 0
        ? []
        : [
            table(
              `Readings of ${what}`,
              ['Asset', 'Value', 'When', 'Action', 'Location', 'Block'],
              readings.map((one) => [
                { text: one.assetId, href: assetLink(one.assetId), isId: true },
                { text: one.value },
                { text: spokenTime(one.timestamp) },
                { text: spokenAction(one.action) },
                { text: one.location ?? 'Unknown' },
                { text: blockNumber(one.blockIndex), href: blockLink(one.blockIndex) },
              ]),
            ),
          ],
    context: {
      assets: assets.slice(0, 20),
      ...(first === undefined ? {} : { block: first.blockIndex, assetId: first.assetId }),
    },
  };
}
