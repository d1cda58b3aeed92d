import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { explainMisleadingId } from '#platform/contract/misleading-ids.ts';

type Named = { readonly assetId: string; readonly batch: string | undefined };

/**
 * Refuses a new id that could be taken for another one. `asset` is the state of the event's asset, undefined for a new
 * one. Existing ids stay usable, also as a repeated batch.
 * @throws AppError `request.invalid`
 */
export function refuseMisleadingIds(
  asset: { readonly batch: string | undefined } | undefined,
  { assetId, batch }: Named,
): void {
  const inId = asset === undefined ? explainMisleadingId('Asset ID', assetId) : undefined;
  if (inId !== undefined) throw refused(inId, '/asset_id');
  const inBatch = batch === undefined || batch === asset?.batch ? undefined : explainMisleadingId('Batch', batch);
  if (inBatch !== undefined) throw refused(inBatch, '/meta/batch');
}

const refused = (message: string, pointer: string) =>
  new AppError(validationFailed, message, { errors: [{ in: 'body', pointer, message }] });
