import type { Account } from '#domains/participants/server/index.ts';
import type { Registry } from '../open-registry.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import { requireActive } from '../require-parcel.ts';

/**
 * Records that a document with this SHA-256 belongs to a parcel.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`
 */
export async function recordDocument(
  registry: Registry,
  caller: Account,
  request: { readonly propertyId: string; readonly title: string; readonly sha256: string },
  key: string | undefined,
): Promise<{ blockIndex: number }> {
  const { propertyId, title, sha256 } = request;
  const { index } = await registry.requests.append(
    {
      propertyIds: [propertyId],
      judge: (view) => ({
        parcels: [requireActive(view, propertyId)],
        draft: registryBlockTypes.draft({
          action: 'registry.document_recorded',
          user: caller.username,
          property_id: propertyId,
          title,
          sha256,
        }),
        document: request,
      }),
    },
    keyOf(caller, key, ['document', request]),
  );
  return { blockIndex: index };
}
