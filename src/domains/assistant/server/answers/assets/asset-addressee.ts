import { conditionsOf } from '#domains/assistant/contract.ts';
import { historyTable, type ReadAsset, sayMany } from '../events/event-words.ts';
import { blockNumber, type Draft, spokenTime, type Turn } from '../turn.ts';
import { fits } from './asset-events.ts';

/** Answers to whom an asset is on its way, or to whom the shipment in question went. */
export function sayAddressee({ query, username }: Turn, { asset, history, what }: ReadAsset): Draft {
  const whom =
    query.ask === 'whether' ? conditionsOf(query, 'participant').find(({ as }) => as !== 'actor') : undefined;
  const where = query.where.filter((condition) => condition.kind !== 'action' && condition !== whom);
  const shipments = history.filter(
    (event) =>
      event.action === 'shipped' && typeof event.meta['to'] === 'string' && fits(event, { ...query, where }, username),
  );
  const restricts = where.some(({ kind }) => ['participant', 'place', 'period', 'mine'].includes(kind));
  if (!restricts && query.order === undefined && whom === undefined && asset.addressee !== undefined)
    return sayMany(`${what} is addressed to ${asset.addressee}.`, asset, shipments.slice(-1));
  const last = query.order === 'oldest' ? shipments[0] : shipments.at(-1);
  if (last === undefined)
    return {
      reply: `No ${restricts ? 'such ' : ''}shipment of ${what} states an addressee.`,
      blocks: [historyTable(asset, history)],
    };
  const arrived =
    asset.addressee === undefined && !restricts
      ? ` It is not on its way now: its status is ${asset.currentStatus}.`
      : '';
  const to = String(last.meta['to']);
  const yes = whom === undefined ? '' : to === whom.value ? 'Yes. ' : 'No. ';
  const taken = history.find(
    ({ action, blockIndex }) => blockIndex > last.blockIndex && (action === 'received' || action === 'delivered'),
  );
  const place = query.ask === 'where' && taken?.location !== undefined ? `${what} went to ${taken.location}. ` : '';
  return sayMany(
    `${yes}${place}${last.participant} shipped ${what} to ${to}${last.location === undefined ? '' : ` from ${last.location}`} on ${spokenTime(last.timestamp)}, in block ${blockNumber(last.blockIndex)}.${arrived}`,
    asset,
    shipments,
  );
}
