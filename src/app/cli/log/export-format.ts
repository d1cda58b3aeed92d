import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fromHex, KEY_CHANGE_ACTION, type KeyBlock, toHex } from '@cairn/ledger-proof';
import { present } from '#platform/contract/present.ts';
import { Failure } from '../failure.ts';
import type { LogEntry } from './log-source.ts';
import { LogGap } from './read-log.ts';

/** Reads and writes the export format byte by byte: docs/formats/export.md. */
const EXPORT_FORMAT = 'cairn-export/1';

export type ExportHeader = {
  readonly format: string;
  readonly origin: string;
  readonly vkey: string;
  readonly size: number;
};

export const formatHeader = (header: Omit<ExportHeader, 'format'>): string =>
  `${JSON.stringify({ format: EXPORT_FORMAT, origin: header.origin, size: header.size, vkey: header.vkey })}\n`;

/** `cosigned` is an earlier cosigned checkpoint, if the last one has no cosignatures. */
export const formatFooter = (checkpoint: string, cosigned: string | undefined): string =>
  `${JSON.stringify({ checkpoint, ...(cosigned === undefined ? {} : { cosigned }) })}\n`;

/**
 * The position to insert the hash: before the last three fields. Nothing in `data` can imitate these at the end of a
 * line.
 */
const ENTRY_END = /,"index":\d{1,16},"prev_hash":"[0-9a-f]{64}","timestamp":\d{1,16}\}$/;
const LINE_HASH = /,"hash":"([0-9a-f]{64})"(?=,"index":\d{1,16},"prev_hash":"[0-9a-f]{64}","timestamp":\d{1,16}\}$)/;

/** Returns the line of a block: its entry with the hash at its canonical position. */
export function formatBlock({ entry, keptHash }: LogEntry): string {
  const text = Buffer.from(entry).toString('utf8');
  const end = ENTRY_END.exec(text);
  if (end === null) throw new Failure('The log contains an entry that is not a block. Run cairn verify to find it.');
  return `${text.slice(0, end.index)},"hash":"${toHex(keptHash)}"${end[0]}\n`;
}

/** Reads the first and last line of an export, and the blocks in between that announce a key. */
export async function readExportEnds(file: string): Promise<{
  header: ExportHeader;
  checkpoint: string | undefined;
  cosigned: string | undefined;
  keyBlocks: KeyBlock[];
}> {
  let first: string | undefined;
  let last = '';
  const keyBlocks: KeyBlock[] = [];
  for await (const line of linesOf(file)) {
    first ??= line;
    if (line !== '') last = line;
    if (line.includes(`"action":"${KEY_CHANGE_ACTION}"`)) keyBlocks.push(...readKeyBlock(parse(line)));
  }
  const header = parse(first ?? '') as Partial<ExportHeader>;
  if (header.format !== EXPORT_FORMAT || typeof header.vkey !== 'string' || typeof header.origin !== 'string')
    throw new Failure(`${file} is neither a Cairn export nor a .tlog-proof file.`, 2);
  const { checkpoint, cosigned } = parse(last) as Record<string, unknown>;
  return {
    header: header as ExportHeader,
    checkpoint: textOrNone(checkpoint),
    cosigned: textOrNone(cosigned),
    keyBlocks,
  };
}

/** Yields the blocks of an export in order, in constant memory. */
export async function* readExportBlocks(file: string): AsyncGenerator<LogEntry> {
  let index = -1;
  for await (const line of linesOf(file)) {
    if (index >= 0) {
      const hash = LINE_HASH.exec(line);
      if (hash === null) {
        if (line === '' || 'checkpoint' in parse(line)) return;
        throw new LogGap(index, 'its line is not a valid block entry');
      }
      const entry = line.slice(0, hash.index) + line.slice(hash.index + hash[0].length);
      yield { entry: Buffer.from(entry), keptHash: fromHex(present(hash[1], 'the pattern captures a hash')) };
    }
    index += 1;
  }
}

function readKeyBlock(line: object): KeyBlock[] {
  const { index, data } = line as Partial<KeyBlock>;
  return typeof index === 'number' && data?.action === KEY_CHANGE_ACTION ? [{ index, data }] : [];
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
