import { Client, type ClientConfig } from 'pg';
import { present } from '#platform/contract/present.ts';

/** The 16 MB segments that `min_wal_size` (1 GB) keeps for reuse, less those in use. */
const SEGMENTS = 56;

/**
 * Fills the write-ahead log with segments that PostgreSQL recycles, so that a busy database does not create them while
 * appends wait. Creating one took 60 to 100 ms; with prepared ones the 99th percentile fell from 51 to 21 ms. Takes about
 * two seconds and 900 MB, once; returns immediately if the segments exist. Requires the owner's rights.
 */
export async function prepareLog(owner: ClientConfig): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from pg_ls_waldir()');
    const missing = SEGMENTS - present(rows[0], 'count(*) returns a row').count;
    if (missing <= 0) return;
    for (let n = 0; n < missing; n++)
      // An empty segment is not switched.
      await client.query(`select pg_logical_emit_message(false, 'cairn', ''), pg_switch_wal()`);
    // The first checkpoint releases the segments; the second renames them for reuse.
    await client.query('checkpoint');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
