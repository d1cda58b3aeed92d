import type { Block } from '@cairn/ledger-proof';

/** One line of a sheet. `code` marks values that are compared character by character. */
export type Fact = { readonly label: string; readonly value: string; readonly code?: boolean };

/** The line of a block in a sheet's table. A cell is empty if the block does not state its value. */
export type BlockLine = {
  readonly what: string;
  readonly asset: string;
  readonly who: string;
  readonly recordedBy: string;
  readonly where: string;
  readonly happened: string;
  readonly recorded: string;
};

/** A block in words: its line, the event, and its fields in the chain. */
export type BlockStory = {
  readonly index: number;
  readonly heading: string;
  /** The block that corrects it. Its event no longer counts. */
  readonly correctedBy: number | undefined;
  /** A note that it was corrected, which block it corrects, or its anomalies. */
  readonly mark: string | undefined;
  readonly line: BlockLine;
  readonly event: readonly Fact[];
  readonly fields: readonly Fact[];
};

const CELL_LENGTH_MAX = 80;
const VALUE_LENGTH_MAX = 600;
/**
 * The maximum number of characters of all values of an event. A character that no font of the PDF has is printed as
 * eight.
 */
const EVENT_LENGTH_MAX = 3000;

/**
 * Describes what a block records. Fields without a defined meaning are shown as recorded. Long values are truncated
 * with a note, and the fields after the first 3,000 characters are counted instead of shown.
 */
export function describeBlock(block: Block, correctedBy?: number, anomalies: readonly string[] = []): BlockStory {
  const { index, timestamp, prev_hash, hash, data } = block;
  const { action, asset_id, user, role, recordedBy, meta, ...others } = data;
  const { timestamp: happenedAt, location, ...details } = isObject(meta) ? meta : {};
  const recorded = new Date(timestamp * 1000).toISOString();
  const known: [string, unknown][] = [
    ['What', inWords(action)],
    ['Asset', asset_id],
    ['Who', user === undefined ? undefined : `${show(user)}${role === undefined ? '' : ` (${show(role)})`}`],
    ['Recorded by', recordedBy],
    ['Where', location],
    ['When it happened', typeof happenedAt === 'string' ? inUtc(happenedAt) : happenedAt],
    ['When it was recorded', inUtc(recorded)],
  ];
  const cell = (value: unknown) => (value === undefined || value === null ? '' : shorten(show(value), CELL_LENGTH_MAX));
  const cellOf = (label: string) => cell(known.find(([name]) => name === label)?.[1]);
  const rest = [...Object.entries(details), ...Object.entries(others)];
  return {
    index,
    heading: `Block ${index.toLocaleString('en-US')}: ${inWords(action)}`,
    correctedBy,
    mark: markOf(correctedBy, details['corrects'], anomalies),
    line: {
      what: cellOf('What'),
      asset: cellOf('Asset'),
      who: cellOf('Who'),
      recordedBy: cell(recordedBy ?? user),
      where: cellOf('Where'),
      happened: cellOf('When it happened'),
      recorded: cellOf('When it was recorded'),
    },
    event: showFirst(
      [...known, ...rest.map(([name, value]): [string, unknown] => [inWords(name), value])].filter(
        ([, value]) => value !== undefined && value !== null,
      ),
    ),
    fields: [
      { label: 'Index', value: String(index), code: true },
      { label: 'Timestamp', value: String(timestamp), code: true },
      { label: 'Previous hash', value: prev_hash, code: true },
      { label: 'Hash', value: hash, code: true },
    ],
  };
}

function markOf(correctedBy: number | undefined, corrects: unknown, anomalies: readonly string[]): string | undefined {
  if (correctedBy !== undefined) return `Corrected by block ${correctedBy.toLocaleString('en-US')}`;
  if (typeof corrects === 'number') return `Corrects block ${corrects.toLocaleString('en-US')}`;
  return anomalies.length === 0 ? undefined : `Anomaly: ${anomalies.join(', ')}`;
}

/** The fields whose values are ids, which every format sets in a fixed pitch. */
const idFields: ReadonlySet<string> = new Set(['Asset', 'Recorded by', 'Batch']);

function showFirst(fields: readonly (readonly [string, unknown])[]): Fact[] {
  const facts: Fact[] = [];
  let left = EVENT_LENGTH_MAX;
  for (const [name, recorded] of fields) {
    const fact = {
      label: cut(name, 60),
      value: cut(show(recorded), VALUE_LENGTH_MAX),
      ...(idFields.has(name) ? { code: true } : {}),
    };
    left -= fact.label.length + fact.value.length;
    if (left < 0) break;
    facts.push(fact);
  }
  const hidden = fields.length - facts.length;
  if (hidden === 0) return facts;
  const count = `${hidden.toLocaleString('en-US')} more ${hidden === 1 ? 'field' : 'fields'}`;
  return [...facts, { label: 'Not shown', value: `${count}, complete in the proof` }];
}

/** Formats `quality_check` as words. */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats an instant for people. Other text is returned as recorded. */
export function inUtc(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(text) ?? [];
  return day === undefined ? text : `${day} ${time} UTC`;
}

export const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function cut(text: string, max: number): string {
  const short = shorten(text, max);
  return short === text ? text : `${short} (truncated; complete in the proof)`;
}

/** Returns the first `max` characters of a text, with an ellipsis if there are more. */
export function shorten(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join('')} …`;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
