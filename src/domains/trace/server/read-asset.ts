import { sql } from 'kysely';
import { type OutlinedBlock, readOutlines } from '#domains/ledger/server/index.ts';
import { readManagers } from '#domains/participants/server/index.ts';
import { CORRECTION, EVENT_OUTLINE, readEvent, TRACE } from '#domains/trace/contract/journey/event-content.ts';
import { statusActions, statusAfter } from '#domains/trace/contract/journey/facts-after.ts';
import {
  anomaliesWithoutEffect,
  holderAfter,
  isWithoutEffect,
  takesCustody,
} from '#domains/trace/contract/journey/journey.ts';
import { type AssetStatus, assetNotFound, type HistoryEvent } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findAsset } from './assets.ts';
import { readCustodyRules } from './custody-rules.ts';
import { type EventMark, readMarks } from './event-marks.ts';

/**
 * Reads an asset and a page of its history, from the start, as JSON. `meta` is copied as the ledger stores it: parsing and
 * serializing 500 large ones would hold the main thread for two seconds.
 */
export async function readAsset(
  db: Database,
  assetId: string,
  { page, limit }: { page: number; limit: number },
): Promise<string> {
  const asset = await findAsset(db, assetId);
  if (asset === undefined)
    throw new AppError(assetNotFound, `Asset ${assetId} not found.`, {
      hint: 'Check the spelling, or search for any part of an id, name or location.',
    });
  const rows = { limit, offset: (page - 1) * limit, order: 'oldest', withText: true } as const;
  const blocks = await readOutlines(db, { domain: TRACE, assetId }, rows, EVENT_OUTLINE);
  const markOf = await readMarks(
    db,
    blocks.map((block) => block.index),
  );
  const [first] = blocks;
  let status: AssetStatus =
    page === 1 || first === undefined ? 'unknown' : await statusBefore(db, assetId, first.index);
  const [countedOf, custodyRules, managerOf] = await Promise.all([
    readCounted(db, blocks, markOf),
    readCustodyRules(db),
    readManagers(db, [...new Set(blocks.flatMap((block) => readEvent(block)?.participant ?? []))]),
  ]);
  const { protectedFrom } = custodyRules;
  const history = blocks.flatMap((block): string[] => {
    const event = readEvent(block);
    if (event === undefined) return [];
    const mark = markOf(block.index);
    const counted = event.action === CORRECTION ? undefined : countedOf(event);
    const takes = counted !== undefined && (block.index < protectedFrom || takesCustody(status, counted.action));
    if (counted !== undefined) status = statusAfter(status, counted);
    const described: Omit<HistoryEvent, 'meta'> = {
      blockIndex: block.index,
      blockHash: block.hash,
      action: event.action,
      participant: event.participant,
      timestamp: new Date(event.happenedAt).toISOString(),
      recordedAt: new Date(event.recordedAt).toISOString(),
      status,
      anomalies: mark.anomalies,
      ...defined({
        participantRole: event.role as HistoryEvent['participantRole'],
        recordedBy: event.recordedBy,
        managedBy: managerOf.get(event.participant),
        location: event.location,
        correctedBy: mark.correctedBy,
        corrects: event.corrects,
        takenBy: takes ? holderAfter(counted) : undefined,
      }),
    };
    return [`${JSON.stringify(described).slice(0, -1)},"meta":${block.insideText}}`];
  });
  const pagination = JSON.stringify(paginate({ total: asset.eventCount, page, limit }));
  return `{"asset":${JSON.stringify(asset)},"history":[${history.join(',')}],"pagination":${pagination},"custodyRules":${JSON.stringify(custodyRules)}}`;
}

const CORRECTIONS_MAX = 500;

/** Returns the status after the last event before a page that took effect. */
async function statusBefore(db: Database, assetId: string, before: number): Promise<AssetStatus> {
  const [last, restated] = await Promise.all([
    findLastStatusEvent(db, assetId, before),
    readRestatements(db, assetId, before),
  ]);
  // A restated event counts in the position of the one that it corrects.
  const [newest] = [...(last === undefined ? [] : [last]), ...restated].toSorted((a, b) => b.position - a.position);
  return newest === undefined ? 'unknown' : statusAfter('unknown', newest);
}

type Positioned = { readonly position: number; readonly action: string; readonly role: string | undefined };

/** Finds the last event that counts as recorded and has a meaning for the status. */
async function findLastStatusEvent(db: Database, assetId: string, before: number): Promise<Positioned | undefined> {
  const { rows } = await sql<{ index: number }>`
    select index from ledger_blocks
    where domain = ${TRACE} and asset_id = ${assetId} and index < ${before}::bigint
      and action = any(${[...statusActions]}::text[])
      and not exists (
        select 1 from event_marks where block_index = ledger_blocks.index
          and (corrected_by is not null or anomalies && ${[...anomaliesWithoutEffect]}::text[])
      )
    order by index desc limit 1
  `.execute(db);
  const indexes = rows.map((row) => row.index);
  const page = { limit: indexes.length, order: 'newest', withText: false } as const;
  const [block] = await readOutlines(db, { indexes }, page, EVENT_OUTLINE);
  const event = block === undefined ? undefined : readEvent(block);
  return event === undefined ? undefined : { position: event.index, action: event.action, role: event.role };
}

/** Reads the corrections that restate an event before a page, and have a meaning for the status. */
async function readRestatements(db: Database, assetId: string, before: number): Promise<Positioned[]> {
  const filter = { domain: TRACE, assetId, action: CORRECTION };
  const page = { limit: CORRECTIONS_MAX, order: 'newest', withText: false } as const;
  const corrections = await readOutlines(db, filter, page, EVENT_OUTLINE);
  const markOf = await readMarks(
    db,
    corrections.map((block) => block.index),
  );
  return corrections.flatMap((block): Positioned[] => {
    const { corrects: position, restates: action = '', role } = readEvent(block) ?? {};
    const counts = (statusActions as readonly string[]).includes(action) && hasEffect(markOf(block.index));
    return counts && position !== undefined && position < before ? [{ position, action, role }] : [];
  });
}

const hasEffect = ({ anomalies }: EventMark): boolean => !anomalies.some(isWithoutEffect);

type CountedEvent = { readonly action: string; readonly role: string | undefined; readonly participant: string };

/**
 * Returns a look-up of the event that counts at a position: the event itself or its restatement; undefined for an event
 * without effect.
 */
async function readCounted(
  db: Database,
  blocks: readonly OutlinedBlock[],
  markOf: (index: number) => EventMark,
): Promise<(event: CountedEvent & { index: number }) => CountedEvent | undefined> {
  const indexes = blocks.flatMap((block) => markOf(block.index).correctedBy ?? []);
  const page = { limit: indexes.length, order: 'oldest', withText: false } as const;
  const corrections = await readOutlines(db, { indexes }, page, EVENT_OUTLINE);
  const markOfCorrection = await readMarks(db, indexes);
  const restated = new Map(corrections.map((block) => [block.index, readEvent(block)]));
  return (event) => {
    const mark = markOf(event.index);
    if (mark.correctedBy === undefined) return hasEffect(mark) ? event : undefined;
    const correction = restated.get(mark.correctedBy);
    if (correction?.restates === undefined || !hasEffect(markOfCorrection(mark.correctedBy))) return undefined;
    return { action: correction.restates, role: correction.role, participant: correction.participant };
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined fields. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
