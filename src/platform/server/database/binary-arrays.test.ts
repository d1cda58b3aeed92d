import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { byteaArray, float8Array, int4Array, int8Array, textArray } from './binary-arrays.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('PostgreSQL reads an array as the values it was made from', () => {
  test.each([
    [
      'text',
      textArray(['a', '', 'Zürich 😀', null, '{"x","y"}', 'NULL']),
      ['a', '', 'Zürich 😀', null, '{"x","y"}', 'NULL'],
    ],
    [
      'bigint',
      int8Array([0, -1, 2 ** 40, -(2 ** 40), Number.MAX_SAFE_INTEGER, null]),
      [0, -1, 2 ** 40, -(2 ** 40), Number.MAX_SAFE_INTEGER, null],
    ],
    ['integer', int4Array([0, -5, 2 ** 31 - 1, null]), [0, -5, 2 ** 31 - 1, null]],
    ['double precision', float8Array([0, -1.5, 1e300, null]), [0, -1.5, 1e300, null]],
    ['bytea', byteaArray([Buffer.from('00ff', 'hex'), Buffer.alloc(0)]), [Buffer.from('00ff', 'hex'), Buffer.alloc(0)]],
    ['text', textArray([]), []],
  ])('of %s', async (type, array, values) => {
    const { rows } = await sql<{ value: unknown }>`
      select value from unnest(${array}::${sql.raw(type)}[]) with ordinality as t (value, n) order by n
    `.execute(database.open());
    expect(rows.map((row) => row.value)).toEqual(values);
  });
});
