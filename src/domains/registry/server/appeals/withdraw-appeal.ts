import type { Account } from '#domains/participants/server/index.ts';
import { appealDecided, appealNotFound } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Registry } from '../open-registry.ts';
import { requireParcel } from '../payments/requirements.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { RegistryView } from '../registry-state.ts';
import { findHolderOfAccount } from '../rights/parties.ts';
import type { Appeal } from '../tax-file-state.ts';
import { findAppeal } from './appeals.ts';

/**
 * Withdraws an open appeal, for the account that filed it.
 *
 * @throws AppError `registry.appeal_not_found`, also for an appeal of another account; `registry.appeal_decided`
 */
export async function withdrawAppeal(
  { database, requests }: Registry,
  caller: Account,
  appealId: string,
  key: string | undefined,
): Promise<{ appealId: string; blockIndex: number }> {
  const { propertyId, holder } = await requireAppeal(database, appealId);
  if ((await findHolderOfAccount(database, propertyId, caller.id)) !== holder) throw noSuchAppeal();
  const { index } = await requests.append(
    {
      propertyIds: [propertyId],
      fileIds: [propertyId],
      judge(view, position) {
        const appeal = requireOpen(view, propertyId, appealId);
        return {
          draft: registryBlockTypes.draft({
            action: 'registry.appeal_withdrawn',
            property_id: propertyId,
            appeal: appealId,
            year: appeal.year,
          }),
          parcels: [requireParcel(view, propertyId)],
          appeal: { ...appeal, state: 'withdrawn', decidedAt: position.at, decidedIndex: position.index },
        };
      },
    },
    keyOf(caller, key, ['withdraw', appealId]),
  );
  return { appealId, blockIndex: index };
}

/** @throws AppError `registry.appeal_not_found` */
export async function requireAppeal(db: Database, appealId: string): Promise<Appeal> {
  const appeal = await findAppeal(db, appealId);
  if (appeal === undefined) throw noSuchAppeal();
  return appeal;
}

/** @throws AppError `registry.appeal_decided` */
export function requireOpen(view: RegistryView, propertyId: string, appealId: string): Appeal {
  const appeal = view.file(propertyId).appeals.find((one) => one.appealId === appealId);
  if (appeal === undefined) throw new Error(`Broken invariant: ${propertyId} has the appeal ${appealId}`);
  if (appeal.state === 'open') return appeal;
  throw new AppError(appealDecided, `The appeal was already ${appeal.state}, in block ${appeal.decidedIndex}.`);
}

const noSuchAppeal = () =>
  new AppError(appealNotFound, 'The appeal was not found.', {
    hint: 'GET /api/detroit/properties/{id}/tax-file lists those of a property.',
  });
