import type { TableBlock } from '#domains/assistant/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import {
  blockLink,
  blockNumber,
  citeBlock,
  type Draft,
  participantLink,
  spokenAction,
  spokenTime,
  table,
} from '../turn.ts';

/** An asset with all events that the answer uses. */
export type ReadAsset = { readonly asset: Asset; readonly history: readonly HistoryEvent[]; readonly what: string };

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();

/** Reports whether a location has a part, ignoring case and accents. */
export const fitting = (location: string, part: string) => plain(location).includes(plain(part));

export const spokenEvent = (event: HistoryEvent) =>
  `${spokenAction(event.action)} by ${event.participant}${event.location === undefined ? '' : ` at ${event.location}`} on ${spokenTime(event.timestamp)}, in block ${blockNumber(event.blockIndex)}`;

export function sayMany(reply: string, asset: Asset, matching: readonly HistoryEvent[]): Draft {
  const last = matching.at(-1);
  return {
    reply,
    citations: last === undefined ? [] : [citeBlock(last.blockIndex)],
    blocks: matching.length === 0 ? [] : [historyTable(asset, matching)],
    context: last === undefined ? {} : { block: last.blockIndex },
  };
}

const eventRows = (history: readonly HistoryEvent[]): TableBlock['rows'] =>
  history
    .slice(0, 100)
    .map((event) => [
      { text: spokenAction(event.action) },
      { text: spokenTime(event.timestamp) },
      { text: event.participant, href: participantLink(event.participant) },
      { text: event.location ?? 'Unknown' },
      { text: blockNumber(event.blockIndex), href: blockLink(event.blockIndex) },
    ]);

export const historyTable = (asset: Asset, history: readonly HistoryEvent[]): TableBlock =>
  table(
    `Events of ${asset.assetId}`,
    ['Action', 'When', 'Participant', 'Location', 'Block'],
    eventRows(history),
    history.length,
  );
