import { conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { spokenLength } from './assets/asset-durations.ts';
import { assetTable } from './assets/asset-table.ts';
import { citeAsset, type Draft, spokenTime } from './turn.ts';

type Read = { readonly asset: Asset; readonly history: readonly HistoryEvent[] };
type Measured = { readonly id: string; readonly value: number; readonly said: string };

/**
 * Answers which of two assets has more events, took longer, or came first. Returns undefined if nothing is compared.
 */
export function compareTwo(query: Query, [one, other, more]: readonly Read[]): Draft | undefined {
  if (one === undefined || other === undefined || more !== undefined) return undefined;
  const byTime = query.order === 'oldest' || query.order === 'newest';
  if (query.field !== 'events' && query.field !== 'duration' && !byTime) return undefined;
  const measured = [one, other].map((read) => measure(query, read));
  const [first, second] = measured;
  const blocks = [assetTable('Assets', [one.asset, other.asset])];
  const citations = [citeAsset(one.asset.assetId), citeAsset(other.asset.assetId)];
  if (first === undefined || second === undefined)
    return {
      reply: 'Not both of them have such an event, so I cannot compare them.',
      outcome: 'unknown',
      blocks,
      citations,
    };
  const word =
    query.field === 'events' ? 'more events' : query.field === 'duration' ? 'longer' : WORDS[query.order ?? ''];
  const wantsLess = byTime && query.order === 'oldest' && query.field !== 'events' && query.field !== 'duration';
  const isFirst = wantsLess ? first.value < second.value : first.value > second.value;
  const [winner, loser] = isFirst ? [first, second] : [second, first];
  const asks = query.ask === 'whether' ? (isFirst ? 'Yes. ' : 'No. ') : '';
  return {
    reply:
      first.value === second.value
        ? `${first.id} and ${second.id} are equal: ${first.said}.`
        : `${asks}${winner.id}: ${word}, ${winner.said}. ${loser.id}: ${loser.said}.`,
    citations,
    blocks,
    context: { assets: [first.id, second.id] },
  };
}

const WORDS: Readonly<Record<string, string>> = { oldest: 'earlier', newest: 'later' };

function measure(query: Query, { asset, history }: Read): Measured | undefined {
  const id = asset.assetId;
  if (query.field === 'events') return { id, value: asset.eventCount, said: counted(asset.eventCount, 'event') };
  if (query.field === 'duration') {
    const [begin, end] = [history[0], history.at(-1)];
    if (begin === undefined || end === undefined) return undefined;
    const value = Date.parse(end.timestamp) - Date.parse(begin.timestamp);
    return { id, value, said: `${spokenLength(value)} from its first to its last event` };
  }
  const event = eventOf(query, history);
  return event === undefined
    ? undefined
    : { id, value: Date.parse(event.timestamp), said: `on ${spokenTime(event.timestamp)}` };
}

/** Returns the compared event: the named action, the arrival or departure, or the manufacture. */
function eventOf(query: Query, history: readonly HistoryEvent[]): HistoryEvent | undefined {
  const actions = conditionsOf(query, 'action').map(({ value }) => value);
  if (actions.length === 0 && query.field === 'departure') actions.push('shipped');
  if (actions.length === 0 && query.field === 'arrival') actions.push('delivered');
  if (actions.length === 0) return history[0];
  const found = history.find(({ action }) => actions.includes(action));
  const delivered = actions.includes('delivered');
  return (
    found ??
    (delivered ? history.find(({ action, status }) => action === 'received' && status === 'delivered') : undefined)
  );
}
