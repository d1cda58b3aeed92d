import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { rangeEnd } from '#domains/audit/contract/date-range.ts';
import type { AuditEntry } from '#domains/audit/contract.ts';
import { type Block, domainOfAction } from '#domains/ledger/contract.ts';
import { readHead } from '#domains/ledger/server/index.ts';
import { resolveUsername } from '#domains/participants/server/index.ts';
import type { EventClock } from '#domains/trace/contract.ts';
import {
  countEvents,
  defined,
  type EventSelection,
  findEvents,
  findStoredId,
  happenedAtOf,
  readAssetNames,
  readEvent,
  readMarks,
  TRACE,
} from '#domains/trace/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';

export type AuditFilter = {
  /** The time that dates and the order follow. */
  readonly clock: EventClock;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly participantId?: string | undefined;
  readonly assetId?: string | undefined;
  readonly domain?: string | undefined;
  /** Only uncorrected events with anomalies. */
  readonly anomalous?: boolean | undefined;
};

/** Counting stops here. Beyond it, `totalIsEstimate` is true. */
const COUNT_MAX = 100_000;
const OFFSET_MAX = 100_000;
const STREAM_PAGE = 1000;

/** Reads a page of the audit log, newest first by the clock. */
export async function readAuditLog(db: Database, filter: AuditFilter, page: { page: number; limit: number }) {
  const offset = (page.page - 1) * page.limit;
  if (offset > OFFSET_MAX)
    throw new AppError(
      validationFailed,
      `Paging is limited to the first ${OFFSET_MAX.toLocaleString('en-US')} entries.`,
      {
        hint: 'Narrow the date range, or export the whole log with format=csv.',
        errors: [
          { in: 'query', pointer: '/page', message: `page must be at most ${Math.floor(OFFSET_MAX / page.limit) + 1}` },
        ],
      },
    );
  const selection = await toSelection(db, filter);
  const [total, entries] =
    selection === undefined
      ? [0, []]
      : await Promise.all([
          countEvents(db, selection, COUNT_MAX),
          readEntries(db, selection, { limit: page.limit, offset }),
        ]);
  return {
    auditEntries: entries,
    summary: {
      dateRange: rangeOf(filter),
      totalEntries: total,
      participants: new Set(entries.map((entry) => entry.participant)).size,
      assets: new Set(entries.flatMap((entry) => entry.assetId ?? [])).size,
    },
    pagination: paginate({ total, totalIsEstimate: total === COUNT_MAX, ...page }),
  };
}

/**
 * Streams every matching entry, newest first by the clock, reading page by page so that memory stays constant. CSV cells that a
 * spreadsheet would run as a formula are escaped (CWE-1236); JSON Lines has one object per line.
 */
export async function streamAuditLog(db: Database, filter: AuditFilter, format: 'csv' | 'jsonl'): Promise<Readable> {
  const selection = await toSelection(db, filter);
  const entries = selection === undefined ? [] : allEntries(db, selection);
  if (format === 'jsonl') return Readable.from(linesOf(entries));
  const rows = Readable.from(cellsOf(entries), { objectMode: true, highWaterMark: 64 });
  const csv = stringify({ header: true, columns: csvColumns, bom: true, escape_formulas: true });
  // A failure truncates the file, and a disconnected client stops the reading. Neither may crash the process.
  pipeline(rows, csv, () => undefined);
  return csv;
}

async function* linesOf(entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>) {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

async function* cellsOf(entries: AsyncIterable<AuditEntry> | Iterable<AuditEntry>) {
  for await (const entry of entries) yield { ...entry, anomalies: entry.anomalies.join('; ') };
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
  'domain',
  'assetName',
] as const;

async function* allEntries(db: Database, selection: EventSelection) {
  // Entries appended while the file is being written are left out.
  const { length: below } = await readHead(db);
  let after: EventSelection['after'];
  for (;;) {
    const entries = await readEntries(db, { ...selection, below, after }, { limit: STREAM_PAGE });
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < STREAM_PAGE) return;
    after = { index: last.blockIndex, happenedAt: Date.parse(last.happenedAt) };
  }
}

async function readEntries(
  db: Database,
  selection: EventSelection,
  page: { limit: number; offset?: number },
): Promise<AuditEntry[]> {
  const blocks = await findEvents(db, selection, page);
  const indexes = blocks.map((block) => block.index);
  const assetIds = blocks.flatMap((block) => readEvent(block)?.assetId ?? []);
  const [markOf, names] = await Promise.all([readMarks(db, indexes), readAssetNames(db, [...new Set(assetIds)])]);
  return blocks.map((block) => toEntry(block, markOf(block.index), names));
}

function toEntry(
  block: Block,
  mark: Awaited<ReturnType<Awaited<ReturnType<typeof readMarks>>>>,
  names: ReadonlyMap<string, string>,
): AuditEntry {
  const event = readEvent(block);
  const recordedAt = new Date(block.timestamp * 1000).toISOString();
  const domain = domainOfAction(String(block.data['action']));
  return {
    eventId: String(block.index),
    domain,
    participant: String(block.data['user'] ?? domain),
    timestamp: recordedAt,
    happenedAt: new Date(happenedAtOf(block)).toISOString(),
    action: String(block.data['action']),
    blockIndex: block.index,
    blockHash: block.hash,
    anomalies: mark.anomalies,
    ...defined({
      participantRole: event?.role as AuditEntry['participantRole'],
      assetId: event?.assetId,
      assetName: event?.assetId === undefined ? undefined : names.get(event.assetId),
      location: event?.location,
      recordedBy: event?.recordedBy,
      correctedBy: mark.correctedBy,
    }),
  };
}

/** Returns undefined when nothing can match. */
async function toSelection(db: Database, filter: AuditFilter): Promise<EventSelection | undefined> {
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  if (filter.participantId !== undefined && participant === undefined) return undefined;
  const { start, end } = rangeOf(filter);
  const { clock, domain } = filter;
  const assetId = filter.assetId === undefined ? undefined : await findStoredId(db, filter.assetId);
  const anomalous = filter.anomalous === true;
  // Only events of assets have anomalies.
  if (anomalous && domain !== undefined && domain !== TRACE) return undefined;
  return {
    clock,
    since: start === null ? undefined : Date.parse(start),
    // The end is inclusive, to the millisecond.
    until: end === null ? undefined : Date.parse(end) + 1,
    participant,
    assetId,
    domain,
    anomalous,
  };
}

const rangeOf = ({ startDate, endDate }: AuditFilter) => ({
  start: startDate === undefined ? null : rangeEnd(startDate, 'start'),
  end: endDate === undefined ? null : rangeEnd(endDate, 'end'),
});
