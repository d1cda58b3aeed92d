import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The tables of a running ledger, as its database's owner can change them: without triggers and foreign keys. */
export type Tables = {
  /** Runs statements, separated by semicolons. */
  change(statements: string): Promise<void>;
  rows<T>(query: string): Promise<T[]>;
};

type Row = { index: number; timestamp: number; prev: string; data: string };

export async function openTables(client: pg.Client): Promise<Tables> {
  await client.query('set session_replication_role = replica');
  return {
    async change(statements) {
      await client.query(statements);
    },
    rows: async <T>(query: string) => (await client.query(query)).rows as T[],
  };
}

const hashOf = ({ index, timestamp, prev, data }: Row): string =>
  createHash('sha256')
    .update(`\0{"data":${data},"index":${index},"prev_hash":"${prev}","timestamp":${timestamp}}`)
    .digest('hex');

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function readRows({ rows }: Tables, from: number): Promise<Row[]> {
  const found = await rows<Record<keyof Row, string>>(
    `select index, timestamp, encode(prev_hash, 'hex') as prev, data from blocks where index >= ${from} order by index`,
  );
  return found.map((row) => ({ ...row, index: Number(row.index), timestamp: Number(row.timestamp) }));
}

/** Changes block `from` and computes every later link and hash, and the head, so that the chain is intact again. */
export async function rewriteFrom(tables: Tables, from: number): Promise<void> {
  const statements: string[] = [];
  let prev: string | undefined;
  let hash = '';
  for (const row of await readRows(tables, from)) {
    const data = row.index === from ? changed(row.data) : row.data;
    const rewritten = { ...row, data, prev: prev ?? row.prev };
    hash = hashOf(rewritten);
    statements.push(
      `update blocks set data = ${quote(data)}, prev_hash = decode('${rewritten.prev}', 'hex'), hash = decode('${hash}', 'hex') where index = ${row.index}`,
    );
    prev = hash;
  }
  await tables.change([...statements, `update ledger_head set hash = decode('${hash}', 'hex')`].join(';'));
}

/** Changes the content of one block, with its hash but not the next link. */
export async function forgeBlock(tables: Tables, index: number): Promise<void> {
  const [row] = await readRows(tables, index);
  if (row === undefined) throw new Error(`There is no block ${index}`);
  const data = changed(row.data);
  await tables.change(
    `update blocks set data = ${quote(data)}, hash = decode('${hashOf({ ...row, data })}', 'hex') where index = ${index}`,
  );
}

/** Appends a block as the server would: its index, link and hash are right, and the head names it. */
export async function appendForged(
  tables: Tables,
  { data = (text: string) => text, later = 0 }: { data?: (last: string) => string; later?: number } = {},
): Promise<void> {
  const [head] = await tables.rows<{ length: string; hash: string; timestamp: string }>(
    `select length, encode(hash, 'hex') as hash, timestamp from ledger_head`,
  );
  if (head === undefined) throw new Error('The ledger has no head');
  const [last] = await readRows(tables, Number(head.length) - 1);
  const row = {
    index: Number(head.length),
    timestamp: Number(head.timestamp) + later,
    prev: head.hash,
    data: data(last?.data ?? ''),
  };
  const hash = hashOf(row);
  await tables.change(
    `insert into blocks select ${row.index}, ${row.timestamp}, decode('${hash}', 'hex'), decode('${row.prev}', 'hex'),
       ${quote(row.data)}, action, asset_id, participant from blocks where index = ${row.index - 1};
     update ledger_head set length = ${row.index + 1}, hash = decode('${hash}', 'hex'), timestamp = ${row.timestamp}`,
  );
}

const changed = (data: string) => data.replace('manufactured', 'delivered');
