import { canonicalJson } from '@cairn/ledger-proof';
import type { User } from '#domains/participants/contract.ts';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';

/**
 * Returns the `data` of the block for a request, in the canonical order that is hashed. Omits an unknown role: the
 * server adds it from its directory.
 */
export function blockDataOf(
  request: AddEventRequest,
  recorder: Pick<User, 'username' | 'administrator'>,
  role: string | undefined,
): JsonObject {
  const { user, action, asset_id, meta } = request;
  const data = {
    action,
    asset_id,
    meta,
    user,
    ...(role === undefined ? {} : { role }),
    ...(user === recorder.username ? {} : { recordedBy: recorder.username }),
    ...(user !== recorder.username && recorder.administrator ? { recordedByRole: 'administrator' } : {}),
  };
  return JSON.parse(canonicalJson(data)) as JsonObject;
}
