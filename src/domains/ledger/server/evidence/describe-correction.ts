import type { Block } from '@cairn/ledger-proof';
import { type Fact, inUtc, inWords, isObject, shorten, show } from './describe-block.ts';

const DETAIL_LENGTH_MAX = 200;

/**
 * Describes a corrected block: its content, the correcting block, and the current values. `by.block` is undefined while
 * no checkpoint covers the correction.
 */
export function describeCorrection(
  { index, data }: Block,
  by: { readonly index: number; readonly block: Block | undefined },
): Fact {
  const number = (at: number) => at.toLocaleString('en-US');
  const label = `Block ${number(index)}: ${inWords(data['action'])}`;
  if (by.block === undefined)
    return {
      label,
      value: `Block ${number(by.index)} corrects it according to this server’s index. No signed checkpoint covers that block yet, so this sheet does not prove it.`,
    };
  const { timestamp, data: correction } = by.block;
  const recorded = inUtc(new Date(timestamp * 1000).toISOString());
  // The account that recorded it may differ from the participant that it states.
  const who = show(correction['recordedBy'] ?? correction['user'] ?? 'the ledger');
  const source = `Corrected by block ${number(by.index)}, recorded by ${who} on ${recorded}.`;
  return { label, value: `${source} ${whatHolds(correction['meta'])}` };
}

function whatHolds(meta: unknown): string {
  const { action, location, timestamp } = isObject(meta) ? meta : {};
  if (typeof action !== 'string') return 'The event was withdrawn and not replaced.';
  const parts = [
    inWords(action),
    location === undefined ? undefined : shorten(show(location), DETAIL_LENGTH_MAX),
    typeof timestamp === 'string' ? inUtc(timestamp) : undefined,
  ];
  return `Corrected values: ${parts.filter((part) => part !== undefined).join(', ')}.`;
}
