import { hash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import { AppError, idempotencyMismatch } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';

/** What a request is recognised by: SHA-256 of its canonical JSON. Keep secrets out of it: a fast hash hides none. */
export function fingerprintOf(request: object): Buffer {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  return hash('sha256', canonicalJson(given as JsonValue), 'buffer');
}

/**
 * Takes an idempotency key within the transaction of its effect. Gives undefined when the request is new (or has no key),
 * and what the first one made (`subject`) when it is repeated.
 * @throws AppError `request.idempotency_mismatch` when the key was used for another request
 */
export async function claimIdempotencyKey(
  tx: Database,
  claim: { scope: string; key: string | undefined; request: object; subject: string },
): Promise<string | undefined> {
  if (claim.key === undefined) return undefined;
  const fingerprint = fingerprintOf(claim.request);
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (scope, key, fingerprint, subject)
    values (${claim.scope}, ${claim.key}, ${fingerprint}, ${claim.subject}) on conflict do nothing
  `.execute(tx);
  if (numAffectedRows === 1n) return undefined;
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'subject'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
  if (!row.fingerprint.equals(fingerprint) || row.subject === null) throw keyUsedBefore();
  return row.subject;
}

export const keyUsedBefore = () =>
  new AppError(idempotencyMismatch, 'This Idempotency-Key was used for another request.', {
    hint: 'Use a new key for each new request, and the same key only to repeat one.',
  });
