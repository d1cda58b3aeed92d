import { conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { compareTwo } from '../compare-two.ts';
import { fitting, spokenEvent } from '../events/event-words.ts';
import { citeAsset, type Draft, listed, refusedBy, spokenTime, type Turn, unsupported } from '../turn.ts';
import { answerLineageBetween } from './about-lineage.ts';
import { assetTable } from './asset-table.ts';

const ASSETS_MAX = 12;

type Read = { readonly asset: Asset; readonly history: readonly HistoryEvent[] };

/** Answers one question about several assets that are named, or that the last answer contained. */
export async function answerSeveral(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const ids = [...new Set(conditionsOf(query, 'asset').map(({ value }) => value))].slice(0, ASSETS_MAX);
  if (query.ask === 'whether' && (query.field === 'inputs' || query.field === 'outputs'))
    return answerLineageBetween(turn, ids, query.field);
  const all: Read[] = [];
  for (const assetId of ids) {
    const read = await turn.run('read_asset', { assetId });
    if (!read.ok)
      return read.status === 404 ? { reply: `I found no asset ${assetId}.`, outcome: 'unknown' } : refusedBy(read);
    all.push(read.value);
  }
  const compared = compareTwo(query, all);
  if (compared !== undefined) return compared;
  const refused = unsupported(
    query,
    ['asset', 'status', 'category', 'batch', 'place', 'participant', 'action', 'mine', 'role', 'stating', 'it', 'them'],
    'several assets',
  );
  if (refused !== undefined) return refused;
  if (query.field?.startsWith('meta:') && conditionsOf(query, 'action').length === 0)
    return { reply: `I can’t compare assets by “${query.field.slice(5)}”. Ask about one of them.`, outcome: 'clarify' };
  const kept = all.filter(({ asset }) => fits(asset, query));
  const assets = kept.map(({ asset }) => asset);
  return {
    reply: say(query, kept, all.length),
    citations: assets.map(({ assetId }) => citeAsset(assetId)),
    blocks: assets.length === 0 ? [] : [assetTable('Assets', assets)],
    context: {
      assets: assets.map(({ assetId }) => assetId),
      ...(assets.length === 1 && assets[0] !== undefined ? { assetId: assets[0].assetId } : {}),
    },
  };
}

function fits(asset: Asset, query: Query): boolean {
  return query.where.every(({ kind, value, not }) => {
    const is =
      kind === 'status'
        ? asset.currentStatus === value
        : kind === 'category'
          ? asset.category === value
          : kind === 'batch'
            ? asset.batch === value
            : kind === 'place'
              ? asset.currentLocation !== undefined && fitting(asset.currentLocation, value)
              : kind === 'participant'
                ? asset.custodian === value
                : true;
    return is !== (not === true);
  });
}

function say(query: Query, kept: readonly Read[], all: number): string {
  const restricts = query.where.some(({ kind }) =>
    ['status', 'category', 'batch', 'place', 'participant'].includes(kind),
  );
  const actions = conditionsOf(query, 'action').map(({ value }) => value);
  if (kept.length === 0) return `None of the ${counted(all, 'asset')} does.`;
  if (actions.length > 0) return kept.map(({ asset, history }) => sayEvent(asset, history, actions)).join(' ');
  const assets = kept.map(({ asset }) => asset);
  if (query.ask === 'compare' && query.by === 'event') return compareEvents(assets);
  if (restricts) return `${counted(kept.length, 'asset')} of ${all}: ${listed(assets.map(({ assetId }) => assetId))}.`;
  if (query.ask === 'count' && query.field === undefined)
    return `They are ${counted(kept.length, 'asset')}: ${listed(assets.map(({ assetId }) => assetId))}.`;
  if (query.field === 'holder' || query.ask === 'who')
    return grouped(
      assets,
      ({ custodian }) => custodian ?? 'nobody known',
      (who, ids) => `${who} has ${ids}`,
    );
  if (query.field === 'location' || query.ask === 'where')
    return grouped(
      assets,
      ({ currentLocation }) => currentLocation ?? 'an unknown location',
      (place, ids) => `${ids} ${ids.includes(' and ') ? 'are' : 'is'} at ${place}`,
    );
  if (query.field === 'category')
    return grouped(
      assets,
      ({ category }) => category ?? 'no category',
      (category, ids) => `${ids}: ${category}`,
    );
  if (query.field === 'batch')
    return grouped(
      assets,
      ({ batch }) => batch ?? 'no batch',
      (batch, ids) => `${ids}: batch ${batch}`,
    );
  if (query.ask === 'when') return kept.map(({ asset, history }) => sayLast(asset, history)).join(' ');
  return grouped(
    assets,
    ({ currentStatus }) => currentStatus,
    (status, ids) => `${ids}: ${status}`,
  );
}

function compareEvents(assets: readonly Asset[]): string {
  const [most, next, ...others] = assets.toSorted((a, b) => b.eventCount - a.eventCount);
  if (most === undefined || next === undefined) return 'Name two assets to compare.';
  const counts = [next, ...others].map(({ assetId, eventCount }) => `${assetId} has ${eventCount}`);
  return most.eventCount === next.eventCount
    ? `${listed([most, next].map(({ assetId }) => assetId))} have as many events: ${most.eventCount} each.`
    : `${most.assetId} has the most, ${counted(most.eventCount, 'event')}, and ${listed(counts)}.`;
}

function grouped(
  assets: readonly Asset[],
  by: (asset: Asset) => string,
  phrase: (value: string, ids: string) => string,
): string {
  const groups = new Map<string, string[]>();
  for (const asset of assets) groups.set(by(asset), [...(groups.get(by(asset)) ?? []), asset.assetId]);
  return `${[...groups].map(([value, ids]) => phrase(value, listed(ids))).join('; ')}.`;
}

function sayEvent({ assetId }: Asset, history: readonly HistoryEvent[], actions: readonly string[]): string {
  const event = history.findLast(({ action }) => actions.includes(action));
  return event === undefined ? `No such event of ${assetId} is recorded.` : `${assetId} was ${spokenEvent(event)}.`;
}

function sayLast({ assetId }: Asset, history: readonly HistoryEvent[]): string {
  const last = history.at(-1);
  return last === undefined
    ? `${assetId} has no event.`
    : `The last event of ${assetId} was on ${spokenTime(last.timestamp)}.`;
}
