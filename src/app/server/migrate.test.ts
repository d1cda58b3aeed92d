import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { migrate } from './migrate.ts';
import { grantApplicationRole } from './prepare-database.ts';

const FOLDER = new URL('../../../database/migrations/', import.meta.url);
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database.drop());

const applied = () =>
  database.sql<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations where number > 0 order by number',
  );

describe('migrating', () => {
  test('applies each file exactly once, in order, when six processes start on an empty database', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, () => migrate(database.owner)));
    expect(runs.filter((names) => names.length > 0)).toEqual([files]);
    expect((await applied()).map((row) => row.name)).toEqual(files);
  });

  // The race to create the first table has three outcomes, depending on timing.
  test.each([1, 2, 3, 4])('survives a start of twelve processes on an empty database (%i of 4)', async () => {
    const empty = await createTestDatabase('empty');
    const runs = await Promise.all(Array.from({ length: 12 }, () => migrate(empty.owner)));
    expect(runs.filter((names) => names.length > 0)).toEqual([files]);
    await empty.drop();
  });

  test('survives concurrent grants to the application role', async () => {
    const { user } = database.application;
    await Promise.all(Array.from({ length: 6 }, () => grantApplicationRole(database.owner, user)));
    expect(
      await database.sql(
        `select has_table_privilege($1, 'blocks', 'insert') as inserts,
        has_table_privilege($1, 'blocks', 'update') as updates`,
        [user],
      ),
    ).toEqual([{ inserts: true, updates: false }]);
  });

  test('changes nothing on a second run', async () => {
    const before = await applied();
    expect(await migrate(database.owner)).toEqual([]);
    expect(await applied()).toEqual(before);
  });

  test('stores the SHA-256 of each applied file', async () => {
    for (const { name, checksum } of await applied())
      expect(checksum).toBe(
        createHash('sha256')
          .update(readFileSync(new URL(name, FOLDER)))
          .digest('hex'),
      );
  });

  test('rejects a file that was edited after it was applied', async () => {
    const [first] = await applied();
    await database.sql(`update schema_migrations set checksum = 'edited' where number = $1`, [first!.number]);
    await expect(migrate(database.owner)).rejects.toThrow(
      `The migration ${first!.name} was edited after it had been applied`,
    );
    await database.sql('update schema_migrations set checksum = $2 where number = $1', [
      first!.number,
      first!.checksum,
    ]);
    expect(await migrate(database.owner)).toEqual([]);
  });

  test('rejects a database with an unknown newer migration and names it', async () => {
    await database.sql(`insert into schema_migrations (number, name, checksum) values (9999, '9999_future.sql', '')`);
    await expect(migrate(database.owner)).rejects.toThrow('9999_future.sql, which this version of Cairn does not have');
    await database.sql('delete from schema_migrations where number = 9999');
  });

  test('rolls back a failed file completely and applies it once the cause is gone', async () => {
    const other = await createTestDatabase('empty');
    await other.sql('create table assets (in_the_way boolean)');
    await expect(migrate(other.owner)).rejects.toThrow(/already exists/);
    expect(await other.sql(`select to_regclass('accounts') as there`)).toEqual([{ there: null }]);
    await other.sql('drop table assets');
    expect(await migrate(other.owner)).toEqual(files);
    await other.drop();
  });
});
