import { sql } from 'kysely';
import type { Notice } from '#domains/registry/contract/notices.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { describeNotice } from './describe-notice.ts';
import type { NoticeFacts } from './notice-facts.ts';

type Row = NoticeFacts & { id: string; at: string; readAt: string | null; sentAt: string | null };

const ofAccount = (accountId: string) =>
  sql`party_id = (select party_id from registry_parties where account_id = ${accountId}::uuid)`;

/** Reads the notices of an account, newest first, and how many it has not read. */
export async function readNotices(db: Database, accountId: string, { page, limit }: { page: number; limit: number }) {
  const [{ rows }, counts] = await Promise.all([
    sql<Row>`
      select notice_id as id, kind, bill_number as "billNumber", payment_id as "paymentId", due::text as due, cents,
        more_cents as "moreCents", more_after::text as "moreAfter", at, read_at as "readAt", sent_at as "sentAt"
      from notices where ${ofAccount(accountId)} order by at desc, notice_id limit ${limit} offset ${(page - 1) * limit}
    `.execute(db),
    count(db, accountId),
  ]);
  const pagination = paginate({ total: counts.total, page, limit });
  return { notices: rows.map(toNotice), unread: counts.unread, pagination };
}

/** Marks notices of an account as read, and returns its number of unread ones. Notices of other accounts stay as they are. */
export async function markRead(db: Database, accountId: string, ids: readonly string[], now: number): Promise<number> {
  await sql`
    update notices set read_at = to_timestamp(${now}::float8 / 1000.0)
    where notice_id = any(${textArray(ids)}::text[]::uuid[]) and read_at is null and ${ofAccount(accountId)}
  `.execute(db);
  return (await count(db, accountId)).unread;
}

async function count(db: Database, accountId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*)::int as total, count(*) filter (where read_at is null)::int as unread
    from notices where ${ofAccount(accountId)}
  `.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}

function toNotice(row: Row): Notice {
  const { title, sentences } = describeNotice(row);
  const { id, kind, cents, billNumber, paymentId, at, readAt, sentAt } = row;
  const text = sentences.join(' ');
  return { id, kind, title, text, amount: cents, billNumber, paymentId, at, read: readAt !== null, mailedAt: sentAt };
}
