import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domains } from '#app/server/domains.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Views that any domain may read, and platform tables: migrations, idempotency keys and the embedded chain. */
const readable = ['ledger_blocks', 'ledger_length', 'participant_event_counts'];
const chain = ['blocks', 'chain', 'contracts', 'head', 'logs', 'nodes', 'transactions'].map((name) => `evm_${name}`);
const platform = ['idempotency_keys', 'schema_migrations', ...chain];

const inSchema = [
  ...read('src/platform/server/database/schema.gen.ts')
    .split('export interface DB {')[1]!
    .matchAll(/^ {2}(\w+):/gm),
];
const relations = inSchema.map(([, name]) => name!);

/** Reports whether a source names a table in SQL or in a query builder. */
function names(source: string, table: string): boolean {
  const inSql = new RegExp(`\\b(from|join|into|update|table|truncate)\\s+${table}\\b(?!\\s*(/|\\.ts))`);
  const inBuilder = new RegExp(`\\b(selectFrom|insertInto|updateTable|deleteFrom|\\w*[jJ]oin)\\(\\s*'${table}( as |')`);
  const asSql = /`[^`]*`/g;
  return inBuilder.test(source) || [...source.matchAll(asSql)].some(([text]) => inSql.test(text));
}

const sources = readdirSync(new URL('src/domains', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\/server\/.*\.ts$/.test(path) && !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => ({ path, domain: path.split('/')[0]!, text: read(`src/domains/${path}`) }));

test('every table of the schema has exactly one owner', () => {
  const owned = domains.flatMap(({ tables }) => tables ?? []);
  expect([...owned, ...readable, ...platform].toSorted()).toEqual(relations.toSorted());
});

test('no domain names another domain’s table in SQL', () => {
  const owner = new Map(domains.flatMap(({ name, tables }) => (tables ?? []).map((table) => [table, name])));
  const trespasses = sources.flatMap(({ path, domain, text }) =>
    [...owner].filter(([table, name]) => name !== domain && names(text, table)).map(([table]) => `${path}: ${table}`),
  );
  expect(trespasses).toEqual([]);
});

test('the check finds a violation in SQL and in a query builder', () => {
  expect(names('sql`select 1 from blocks where index = 1`', 'blocks')).toBe(true);
  expect(names("db.selectFrom('blocks').select('index')", 'blocks')).toBe(true);
  expect(names("query.leftJoin('blocks as b', 'b.index', 'x')", 'blocks')).toBe(true);
  expect(names('sql`select 1 from ledger_blocks`', 'blocks')).toBe(false);
  expect(names('// reads from blocks', 'blocks')).toBe(false);
});
