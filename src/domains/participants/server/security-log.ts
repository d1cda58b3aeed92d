import type { SecurityEvent } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { describeDevice, networkOf } from './describe-device.ts';

/** The origin of a request. */
export type Origin = { readonly ip: string; readonly userAgent: string | undefined };

/** How long entries are kept. The database refuses to delete newer ones, so no volume of events evicts another. */
export const SECURITY_LOG_DAYS = 400;

/** Logs an event of an account. */
export async function appendSecurityEvent(
  db: Database,
  event: {
    accountId: string;
    kind: SecurityEvent['kind'];
    at: number;
    from: Origin | undefined;
    detail?: string | undefined;
  },
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      account_id: event.accountId,
      kind: event.kind,
      at: new Date(event.at).toISOString(),
      address: event.from === undefined ? null : networkOf(event.from.ip),
      user_agent: event.from?.userAgent ?? null,
      detail: event.detail ?? null,
    })
    .execute();
}

/** Deletes entries up to an id. Throws if one of them must be retained. */
export async function deleteSecurityEvents(db: Database, upTo: number): Promise<void> {
  await db.deleteFrom('security_events').where('id', '<=', upTo).execute();
}

/** Returns a page of the account's security log, newest first, with the total. */
export async function listSecurityEvents(
  db: Database,
  accountId: string,
  page: { page: number; limit: number },
): Promise<{ entries: SecurityEvent[]; total: number }> {
  const ofAccount = db.selectFrom('security_events').where('account_id', '=', accountId);
  const [rows, count] = await Promise.all([
    ofAccount
      .selectAll()
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    ofAccount.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const entries = rows.map((row) => ({
    id: row.id,
    kind: row.kind as SecurityEvent['kind'],
    at: row.at,
    ...(row.address === null ? {} : { address: row.address, device: describeDevice(row.user_agent) }),
    ...(row.detail === null ? {} : { detail: row.detail }),
  }));
  return { entries, total: count.total };
}
