import { canonicalJson } from '@cairn/ledger-proof';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';

/**
 * The `data` of the block that a request becomes, in the canonical order in which it is hashed. Without a role where that is
 * not known here: the server adds it from its own directory.
 */
export function blockDataOf(request: AddEventRequest, recorder: string, role: string | undefined): JsonObject {
  const { user, action, asset_id, meta } = request;
  const data = {
    action,
    asset_id,
    meta,
    user,
    ...(role === undefined ? {} : { role }),
    ...(user === recorder ? {} : { recordedBy: recorder }),
  };
  return JSON.parse(canonicalJson(data)) as JsonObject;
}
