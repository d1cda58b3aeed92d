import { conditionsOf } from '#domains/assistant/contract.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { fitting, type ReadAsset } from '../events/event-words.ts';
import {
  blockLink,
  blockNumber,
  citeBlock,
  type Draft,
  listed,
  spokenAction,
  spokenTime,
  type Turn,
  table,
  total,
} from '../turn.ts';
import { spokenKey } from './spoken-key.ts';

/** Fields of every event that have answers of their own. */
const KNOWN = new Set(['name', 'category', 'batch', 'location', 'coordinates', 'timestamp', 'to', 'inputs']);

type Reading = { readonly event: HistoryEvent; readonly key: string; readonly value: string };

/** Answers what the events of an asset state about it, such as a temperature: the last reading first, then all. */
export function answerAttribute({ query }: Turn, { asset, history, what }: ReadAsset): Draft {
  const asked = query.field === 'data' ? '' : (query.field?.slice('meta:'.length) ?? '');
  const all = history.flatMap((event) => readingsOf(event, asked));
  const places = conditionsOf(query, 'place').map(({ value }) => value);
  const actions = conditionsOf(query, 'action').map(({ value }) => value);
  const matching = all.filter(
    ({ event }) =>
      (places.length === 0 || places.some((place) => event.location !== undefined && fitting(event.location, place))) &&
      (actions.length === 0 || actions.includes(event.action)) &&
      conditionsOf(query, 'period').every(
        ({ from = '', to = '9' }) => event.timestamp.slice(0, 10) >= from && event.timestamp.slice(0, 10) <= to,
      ) &&
      conditionsOf(query, 'participant').every(({ value }) => event.participant === value),
  );
  const last = chosen(query.order, matching);
  if (last === undefined) {
    const known = [...new Set(history.flatMap(({ meta }) => Object.keys(meta)))]
      .filter((key) => !KNOWN.has(key))
      .map(spokenKey);
    const where = places.length === 0 ? '' : ` at ${listed(places)}`;
    const event = actions.length === 0 ? 'event' : `${listed(actions.map(spokenAction))} event`;
    return {
      reply: `No ${event} of ${what}${where} states ${asked === '' ? 'further data' : `“${asked}”`}.${known.length === 0 ? '' : ` Its events state ${listed(known)}.`}`,
      outcome: all.length === 0 ? 'unknown' : 'answered',
    };
  }
  if (query.aggregate === 'average') return sayAverage(what, matching);
  const passed = asked === 'result' && query.ask === 'whether' ? (last.value === 'passed' ? 'Yes. ' : 'No. ') : '';
  return {
    reply: `${passed}The ${spokenKey(last.key)} of ${what} was ${last.value}${last.event.location === undefined ? '' : ` at ${last.event.location}`} on ${spokenTime(last.event.timestamp)} (${spokenAction(last.event.action)}, block ${blockNumber(last.event.blockIndex)}).${matching.length > 1 ? ` It is the ${query.order === 'oldest' ? 'first' : query.order === 'highest' || query.order === 'lowest' ? query.order : 'last'} of ${matching.length} readings.` : ''}`,
    citations: [citeBlock(last.event.blockIndex)],
    blocks: [
      table(
        `What events of ${asset.assetId} state`,
        ['Attribute', 'Value', 'When', 'Action', 'Location', 'Block'],
        matching.map(({ event, key, value }) => [
          { text: spokenKey(key) },
          { text: value },
          { text: spokenTime(event.timestamp) },
          { text: spokenAction(event.action) },
          { text: event.location ?? 'Unknown' },
          { text: blockNumber(event.blockIndex), href: blockLink(event.blockIndex) },
        ]),
      ),
    ],
    context: { block: last.event.blockIndex },
  };
}

/** Returns the average of the readings, if all of them are numbers of one attribute. */
function sayAverage(what: string, readings: readonly Reading[]): Draft {
  const [first] = readings;
  const values = readings.map(({ value }) => Number(value));
  if (first === undefined || readings.some(({ key }) => key !== first.key) || !values.every(Number.isFinite))
    return {
      reply: `What the events of ${what} state are no numbers of one kind, so they have no average.`,
      outcome: 'clarify',
    };
  const average = Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
  return {
    reply: `The average ${spokenKey(first.key)} of ${what} is ${total(average)}, of ${counted(values.length, 'reading')}: ${listed(values.map(String))}.`,
    citations: readings.slice(0, 5).map(({ event }) => citeBlock(event.blockIndex)),
  };
}

/** Returns the requested reading: the first, the last, or an extreme of numbers. */
function chosen(order: string | undefined, readings: readonly Reading[]): Reading | undefined {
  if (order === 'oldest') return readings[0];
  if (order !== 'highest' && order !== 'lowest') return readings.at(-1);
  const sorted = readings
    .filter(({ value }) => Number.isFinite(Number(value)))
    .toSorted((a, b) => Number(a.value) - Number(b.value));
  return order === 'highest' ? sorted.at(-1) : sorted[0];
}

function readingsOf(event: HistoryEvent, asked: string): Reading[] {
  const wanted = asked.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return Object.entries(event.meta)
    .filter(([key]) => !KNOWN.has(key))
    .filter(([key]) =>
      wanted.every((word) =>
        key
          .toLowerCase()
          .split(/[_\s-]+/)
          .some((part) => part.startsWith(word.replace(/s$/, ''))),
      ),
    )
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => ({ event, key, value: String(value) }));
}
