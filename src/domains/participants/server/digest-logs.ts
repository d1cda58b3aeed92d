import { createHash } from 'node:crypto';
import { canonicalJson } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** The logs outside the chain: what administrators changed, and what happened to accounts. */
export const outsideLogs = ['admin_log', 'security_events'] as const;
export type OutsideLog = (typeof outsideLogs)[number];

/** The entries of a log with `after` < id ≤ `to`: their number, and a digest of their content. */
export type LogDigest = {
  readonly after: number;
  readonly to: number;
  readonly entries: number;
  /**
   * Hex SHA-256 over one line for each row, ascending by id: the canonical JSON (RFC 8785) of its columns that are not null,
   * with `at` in UTC to the microsecond, and a newline. A column added later is null in old rows and changes nothing.
   */
  readonly sha256: string;
};

const PAGE = 1000;
const utcText = sql`to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Digests a part of a log, in constant memory. */
export async function digestLog(db: Database, log: OutsideLog, after: number, to: number): Promise<LogDigest> {
  const digest = createHash('sha256');
  let entries = 0;
  for (let last = after; ; ) {
    const { rows } = await sql<{ id: number; row: Record<string, never> }>`
      select id, jsonb_strip_nulls(to_jsonb(entry)) || jsonb_build_object('at', ${utcText}) as row
      from ${sql.table(log)} as entry where id > ${last} and id <= ${to} order by id limit ${PAGE}
    `.execute(db);
    for (const { row } of rows) digest.update(`${canonicalJson(row)}\n`);
    entries += rows.length;
    last = rows.at(-1)?.id ?? to;
    if (rows.length < PAGE) return { after, to, entries, sha256: digest.digest('hex') };
  }
}

/** Returns the largest id of an entry dated before `instant` (milliseconds), or 0. */
export async function findLogEnd(db: Database, log: OutsideLog, instant: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(log)} where at < ${new Date(instant).toISOString()} order by id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? 0;
}
