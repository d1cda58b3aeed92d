import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { CORRECTION, happenedAtOf, metaOf } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventRequest } from './event-rules.ts';
import { traceBlockTypes } from './trace-block-types.ts';

/**
 * Returns a correction whose restated event states when it happened: without a time of its own, when the corrected event
 * did. At the time of the correction instead, it would have happened after the events that followed it.
 */
export async function stateCorrectedTime(db: Database, request: EventRequest): Promise<EventRequest> {
  const { draft, event } = request;
  const meta = metaOf(draft.data);
  const { corrects, action } = meta;
  if (event === undefined || event.happenedAt !== undefined || draft.data['action'] !== CORRECTION) return request;
  if (!isIndex(corrects) || typeof action !== 'string') return request;
  const [corrected] = await readBlocksAt(db, [corrects]);
  // Another asset's block is refused when the correction is judged.
  if (corrected === undefined || corrected.data['asset_id'] !== event.assetId) return request;
  const happenedAt = happenedAtOf(corrected);
  const stated = { ...meta, timestamp: new Date(happenedAt).toISOString() };
  return { ...request, draft: traceBlockTypes.draft({ ...draft.data, meta: stated }), event: { ...event, happenedAt } };
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
