import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendForged, forgeBlock, rewriteFrom, type Tables } from './chain-rows.ts';

/**
 * The detectors: a refused start, the running server's verdict, a full validation, a refused request for the altered
 * data, or one of two commands.
 */
export type Detector = 'start' | 'server' | 'validation' | 'request' | 'verify' | 'rebuild --check';

export type TamperCase = {
  readonly name: string;
  /** Exactly these must detect the change. */
  readonly by: readonly Detector[];
} & (
  | { readonly while: 'running' | 'stopped'; readonly act: (tables: Tables) => Promise<void> }
  | {
      readonly while: 'files';
      readonly act: (folders: Folders) => Promise<void>;
      /** Whether a witness of the server had cosigned the ledger. */
      readonly isWitnessed?: true;
    }
);

/** The data folder of the stopped server under attack, and one of the same ledger from earlier. */
export type Folders = { readonly data: string; readonly backup: string };

const everyone = ['server', 'validation', 'verify'] as const;
const sql = (statements: string) => (tables: Tables) => tables.change(statements);
const running = (name: string, by: TamperCase['by'], act: (tables: Tables) => Promise<void>): TamperCase => ({
  name,
  by,
  while: 'running',
  act,
});

const rewriteAndForget = async (tables: Tables) => {
  await rewriteFrom(tables, 10);
  await tables.change('delete from checkpoints; delete from merkle_tiles; delete from block_hashes');
};
const takeLease = `update ledger_verifier set holder = gen_random_uuid(), lease_until = 'infinity'`;
const freeLease = `update ledger_verifier set verified_length = 0, lease_until = '-infinity', problem = null`;

const blocks: TamperCase[] = [
  running(
    'one byte of a block',
    everyone,
    sql(`update blocks set data = replace(data, 'Item', 'Itek') where index = 10`),
  ),
  running('the time of a block', everyone, sql('update blocks set timestamp = timestamp + 1 where index = 300')),
  running(
    'the hash of a block',
    everyone,
    sql(`update blocks set hash = decode(repeat('ab', 32), 'hex') where index = 20`),
  ),
  running(
    'the link of a block',
    everyone,
    sql(`update blocks set prev_hash = decode(repeat('ab', 32), 'hex') where index = 9`),
  ),
  running('a block together with its hash', everyone, (tables) => forgeBlock(tables, 100)),
  running('a block and every later link and hash', everyone, (tables) => rewriteFrom(tables, 10)),
  running(
    'two blocks swapped',
    everyone,
    sql(
      `update blocks set index = index + 1000000 where index in (40, 41);
     update blocks set index = 41 where index = 1000040; update blocks set index = 40 where index = 1000041`,
    ),
  ),
  running('a block removed', everyone, sql('delete from blocks where index = 50')),
  running(
    'a block removed and later ones moved up',
    everyone,
    sql(
      `delete from blocks where index = 50; update blocks set index = index + 1000000 where index > 50;
     update blocks set index = index - 1000001 where index > 1000000; update ledger_head set length = length - 1`,
    ),
  ),
  running(
    'a block inserted in the middle',
    everyone,
    sql(
      `update blocks set index = index + 1000000 where index >= 50;
     update blocks set index = index - 999999 where index > 1000000;
     insert into blocks select 50, timestamp, hash, prev_hash, data, action, asset_id, participant from blocks where index = 49;
     update ledger_head set length = length + 1`,
    ),
  ),
  running('the newest blocks removed', everyone, sql('delete from blocks where index >= 600')),
  running(
    'the newest blocks removed, and the head moved',
    everyone,
    sql(
      `delete from blocks where index >= 600;
     update ledger_head set length = 600, hash = (select hash from blocks where index = 599)`,
    ),
  ),
  running(
    'the same, and their checkpoints deleted',
    everyone,
    sql(
      `delete from blocks where index >= 600; delete from checkpoints where size > 600;
     update ledger_head set length = 600, hash = (select hash from blocks where index = 599)`,
    ),
  ),
  running(
    'a copy of a block behind the end',
    ['server', 'validation'],
    sql(
      `insert into blocks select 5000, timestamp, hash, prev_hash, data, action, asset_id, participant from blocks where index = 4`,
    ),
  ),
  running(
    'a block indexed under another asset',
    ['server', 'validation'],
    sql(`update blocks set asset_id = 'T-1' where index = 30`),
  ),
  running(
    'a block indexed under another participant',
    ['server', 'validation'],
    sql(`update blocks set participant = 'x' where index = 30`),
  ),
];

const newBlocks: TamperCase[] = [
  running('a block with a space in its JSON', ['server', 'validation'], (tables) =>
    appendForged(tables, { data: (last) => last.replace('":', '": ') }),
  ),
  running('a block with a duplicate key', ['server', 'validation'], (tables) =>
    appendForged(tables, { data: (last) => last.replace('{', '{"action":"manufactured",') }),
  ),
  running('a block from the year 2058', ['server', 'validation'], (tables) =>
    appendForged(tables, { later: 1_000_000_000 }),
  ),
  running(
    'the time of the head moved 31 years ahead',
    ['server', 'validation'],
    sql('update ledger_head set timestamp = timestamp + 1000000000'),
  ),
  running(
    'the hash of the head',
    ['server', 'validation'],
    sql(`update ledger_head set hash = decode(repeat('ab', 32), 'hex')`),
  ),
  running(
    'the length of the head lowered',
    ['server', 'validation'],
    sql('update ledger_head set length = length - 5'),
  ),
  running('a well-formed block at the end', ['rebuild --check'], (tables) => appendForged(tables)),
];

const signed: TamperCase[] = [
  running(
    'the last checkpoint altered',
    everyone,
    sql(
      `update checkpoints set note = replace(note, '—', '-') || 'x' where size = (select max(size) from checkpoints)`,
    ),
  ),
  running(
    'an older checkpoint altered',
    ['server'],
    sql(`update checkpoints set note = 'nothing' where size = (select min(size) from checkpoints)`),
  ),
  running('all checkpoints deleted', ['server', 'verify'], sql('delete from checkpoints')),
  running(
    'a tile of the Merkle tree',
    ['request'],
    sql(`update merkle_tiles set hashes = overlay(hashes placing '\\x00'::bytea from 5) where level = 1`),
  ),
  running('every lookup by hash', [], sql('update block_hashes set index = index + 1000')),
  running(
    'the verifier’s lease taken, then a block changed',
    everyone,
    sql(`${takeLease}; update blocks set data = replace(data, 'Item', 'Itek') where index = 10`),
  ),
  running('the history rewritten behind a taken lease', everyone, async (tables) => {
    await tables.change(takeLease);
    await rewriteAndForget(tables);
    await tables.change(freeLease);
  }),
];

const replacedTables: TamperCase[] = [
  running(
    'a view that shows readers another block',
    everyone,
    sql(
      `alter table blocks rename to truth;
     create view blocks as select index, timestamp, hash, prev_hash,
       case when index = 10 and current_query() !~* 'copy' then replace(data, 'Item', 'Itek') else data end as data,
       action, asset_id, participant from truth;
     grant select, insert on blocks to cairn_app`,
    ),
  ),
  running(
    'a policy that shows the verifier an older head',
    ['server', 'validation'],
    sql(
      `alter table ledger_head enable row level security;
     create policy everyone on ledger_head using (true)`,
    ),
  ),
  running(
    'a trigger that keeps the lease from a server',
    ['server', 'validation'],
    sql(
      `create function keep() returns trigger language plpgsql as 'begin return null; end';
     create trigger keep before update on ledger_verifier for each row execute function keep()`,
    ),
  ),
];

const replace = async (part: string, { data, backup }: Folders) => {
  await rm(join(data, part), { recursive: true });
  await cp(join(backup, part), join(data, part), { recursive: true });
};

const whileStopped: TamperCase[] = [
  {
    name: 'the history rewritten while the server is stopped',
    by: everyone,
    while: 'stopped',
    async act(tables) {
      await rewriteAndForget(tables);
      await tables.change(freeLease);
    },
  },
  {
    name: 'an older copy of the database put back',
    by: everyone,
    while: 'files',
    act: (folders) => replace('postgres', folders),
  },
  {
    name: 'an older copy of the whole data folder put back',
    by: ['verify'],
    while: 'files',
    act: (folders) => replace('', folders),
  },
  {
    name: 'the same, of a ledger that a witness cosigned',
    by: ['server', 'verify'],
    while: 'files',
    isWitnessed: true,
    act: (folders) => replace('', folders),
  },
  {
    name: 'a new ledger under the old key',
    by: ['start'],
    while: 'files',
    act: ({ data }) => rm(join(data, 'postgres'), { recursive: true }),
  },
  {
    name: 'the signing record deleted',
    by: ['start'],
    while: 'files',
    act: ({ data }) => rm(join(data, 'signing-record'), { recursive: true }),
  },
];

const projections: TamperCase[] = [
  running('the holder of an asset', ['rebuild --check'], sql(`update asset_states set custodian = 'thief'`)),
  running('the list of assets', ['rebuild --check'], sql(`delete from asset_list where asset_id like '%1'`)),
  running('the counts of a day', ['rebuild --check'], sql('update trace_days set events = events + 1')),
];

export const tamperCases: readonly TamperCase[] = [
  ...blocks,
  ...newBlocks,
  ...signed,
  ...replacedTables,
  ...whileStopped,
  ...projections,
];
