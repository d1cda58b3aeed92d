import { findLastAction, readBlocksOfAsset } from '#domains/ledger/server/index.ts';
import { type Asset, type AssetStatus, assetNotFound, type HistoryEvent } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { type Pagination, paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findAsset } from './assets.ts';
import { metaOf, readEvent } from './event-content.ts';
import { readMarks } from './event-marks.ts';
import { statusActions, statusAfter } from './journey.ts';

/** Reads an asset and a page of its history, from the beginning on. */
export async function readAsset(
  db: Database,
  assetId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ asset: Asset; history: HistoryEvent[]; pagination: Pagination }> {
  const asset = await findAsset(db, assetId);
  if (asset === undefined)
    throw new AppError(assetNotFound, `There is no asset ${assetId}.`, {
      hint: 'GET /api/assets searches by any part of an id or a name.',
    });
  const blocks = await readBlocksOfAsset(db, assetId, { limit, offset: (page - 1) * limit });
  const markOf = await readMarks(
    db,
    blocks.map((block) => block.index),
  );
  let status = await statusBefore(db, assetId, blocks[0]?.index ?? 0);
  const history = blocks.flatMap((block): HistoryEvent[] => {
    const event = readEvent(block);
    if (event === undefined) return [];
    const mark = markOf(block.index);
    if (mark.correctedBy === undefined) status = statusAfter(status, event);
    return [
      {
        blockIndex: block.index,
        blockHash: block.hash,
        action: event.action,
        participant: event.participant,
        timestamp: new Date(event.happenedAt).toISOString(),
        recordedAt: new Date(event.recordedAt).toISOString(),
        status,
        anomalies: mark.anomalies,
        meta: metaOf(block.data),
        ...defined({
          participantRole: event.role as HistoryEvent['participantRole'],
          recordedBy: event.recordedBy,
          location: event.location,
          correctedBy: mark.correctedBy,
          corrects: event.corrects,
        }),
      },
    ];
  });
  return { asset, history, pagination: paginate({ total: asset.eventCount, page, limit }) };
}

/** The status that the last event before a page, which still counts, left the asset in. */
async function statusBefore(db: Database, assetId: string, before: number): Promise<AssetStatus> {
  for (let below = before; below > 0; ) {
    const last = await findLastAction(db, assetId, below, statusActions);
    const event = last === undefined ? undefined : readEvent(last);
    if (event === undefined) return 'unknown';
    if ((await readMarks(db, [event.index]))(event.index).correctedBy === undefined)
      return statusAfter('unknown', event);
    below = event.index;
  }
  return 'unknown';
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
