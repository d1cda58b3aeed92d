import { sql } from 'kysely';
import type { SecurityEvent } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { describeDevice, networkOf } from './describe-device.ts';

/** The origin of a request. */
export type Origin = { readonly ip: string; readonly userAgent: string | undefined };

/** Entries per account for failed sign-ins, and for everything else. The database refuses to delete newer ones. */
const KEPT = 250;

/** Logs what happened to an account, and deletes entries beyond the limit. */
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
  const isFailure = event.kind === 'sign_in_failed';
  await sql`
    delete from security_events where account_id = ${event.accountId} and (kind = 'sign_in_failed') = ${isFailure} and id <= (
      select id from security_events where account_id = ${event.accountId} and (kind = 'sign_in_failed') = ${isFailure}
      order by id desc limit 1 offset ${KEPT}
    )
  `.execute(db);
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
