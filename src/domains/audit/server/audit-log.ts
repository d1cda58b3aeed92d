import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { AuditEntry } from '#domains/audit/contract.ts';
import type { Block } from '#domains/ledger/contract.ts';
import {
  type BlockFilter,
  countBlocks,
  findFirstSince,
  readHead,
  readNewestBlocks,
} from '#domains/ledger/server/index.ts';
import { resolveUsername } from '#domains/participants/server/index.ts';
import { defined, readEvent, readMarks } from '#domains/trace/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';

export type AuditFilter = {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly participantId?: string | undefined;
  readonly assetId?: string | undefined;
};

/** Counting stops here; a log with more entries says so by `totalIsEstimate`. */
const COUNT_MAX = 100_000;
const OFFSET_MAX = 100_000;
const STREAM_PAGE = 1000;

/** Reads a page of the audit log, newest first. */
export async function readAuditLog(db: Database, filter: AuditFilter, page: { page: number; limit: number }) {
  const offset = (page.page - 1) * page.limit;
  if (offset > OFFSET_MAX)
    throw new AppError(validationFailed, `Pages reach ${OFFSET_MAX.toLocaleString('en-US')} entries deep.`, {
      hint: 'Narrow the dates, or take the whole log as CSV with format=csv.',
      errors: [
        { in: 'query', pointer: '/page', message: `must be at most ${Math.floor(OFFSET_MAX / page.limit) + 1}` },
      ],
    });
  const blocks = await toBlockFilter(db, filter);
  const [total, entries] =
    blocks === undefined
      ? [0, []]
      : await Promise.all([countBlocks(db, blocks, COUNT_MAX), readEntries(db, blocks, { limit: page.limit, offset })]);
  return {
    auditEntries: entries,
    summary: {
      dateRange: { start: rangeEnd(filter.startDate, 'start'), end: rangeEnd(filter.endDate, 'end') },
      totalEntries: total,
      participants: new Set(entries.map((entry) => entry.participant)).size,
      assets: new Set(entries.flatMap((entry) => entry.assetId ?? [])).size,
    },
    pagination: paginate({ total, totalIsEstimate: total === COUNT_MAX, ...page }),
  };
}

/**
 * Gives every entry that matches as CSV, newest first, read page by page while it is being sent: memory does not grow with
 * its length. Cells that a spreadsheet would run as a formula are made harmless (CWE-1236).
 */
export async function streamAuditCsv(db: Database, filter: AuditFilter): Promise<Readable> {
  const blocks = await toBlockFilter(db, filter);
  const rows = Readable.from(blocks === undefined ? [] : allRows(db, blocks), { objectMode: true, highWaterMark: 64 });
  const csv = stringify({ header: true, columns: csvColumns, bom: true, escape_formulas: true });
  // A failure cuts the file off, and a client that goes away ends the reading; neither may end the process.
  pipeline(rows, csv, () => undefined);
  return csv;
}

const csvColumns = [
  'eventId',
  'participant',
  'participantRole',
  'timestamp',
  'happenedAt',
  'assetId',
  'action',
  'location',
  'blockIndex',
  'blockHash',
  'recordedBy',
  'correctedBy',
  'anomalies',
] as const;

async function* allRows(db: Database, filter: BlockFilter) {
  // What is appended while the file is being written stays out of it.
  let below = Math.min(filter.below ?? Number.MAX_SAFE_INTEGER, (await readHead(db)).length);
  for (;;) {
    const entries = await readEntries(db, { ...filter, below }, { limit: STREAM_PAGE });
    for (const entry of entries) yield { ...entry, anomalies: entry.anomalies.join('; ') };
    const last = entries.at(-1);
    if (last === undefined || entries.length < STREAM_PAGE) return;
    below = last.blockIndex;
  }
}

async function readEntries(
  db: Database,
  filter: BlockFilter,
  page: { limit: number; offset?: number },
): Promise<AuditEntry[]> {
  const blocks = await readNewestBlocks(db, filter, page);
  const markOf = await readMarks(
    db,
    blocks.map((block) => block.index),
  );
  return blocks.map((block) => toEntry(block, markOf(block.index)));
}

function toEntry(block: Block, mark: Awaited<ReturnType<Awaited<ReturnType<typeof readMarks>>>>): AuditEntry {
  const event = readEvent(block);
  const recordedAt = new Date(block.timestamp * 1000).toISOString();
  return {
    eventId: String(block.index),
    participant: String(block.data['user'] ?? 'ledger'),
    timestamp: recordedAt,
    happenedAt: event === undefined ? recordedAt : new Date(event.happenedAt).toISOString(),
    action: String(block.data['action']),
    blockIndex: block.index,
    blockHash: block.hash,
    anomalies: mark.anomalies,
    ...defined({
      participantRole: event?.role as AuditEntry['participantRole'],
      assetId: event?.assetId,
      location: event?.location,
      recordedBy: event?.recordedBy,
      correctedBy: mark.correctedBy,
    }),
  };
}

/** Undefined when the participant is unknown: nothing matches then. */
async function toBlockFilter(db: Database, filter: AuditFilter): Promise<BlockFilter | undefined> {
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  if (filter.participantId !== undefined && participant === undefined) return undefined;
  const start = rangeEnd(filter.startDate, 'start');
  const end = rangeEnd(filter.endDate, 'end');
  const [from, below] = await Promise.all([
    start === null ? undefined : findFirstSince(db, Math.ceil(Date.parse(start) / 1000)),
    end === null ? undefined : findFirstSince(db, Math.floor(Date.parse(end) / 1000) + 1),
  ]);
  return { from, below, participant, assetId: filter.assetId };
}

/** A day stands for all of it. */
function rangeEnd(text: string | undefined, end: 'start' | 'end'): string | null {
  if (text === undefined) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return new Date(isDay && end === 'end' ? `${text}T23:59:59.999Z` : text).toISOString();
}
