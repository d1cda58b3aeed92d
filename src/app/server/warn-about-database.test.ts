import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionFromUrl } from '#platform/server/database/connection-url.ts';
import type { ConnectionOptions } from '#platform/server/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { warnAboutDatabase, warnIfExposed } from './warn-about-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function warningsOf(connection: ConnectionOptions): Promise<string[]> {
  const warnings: string[] = [];
  await warnAboutDatabase(connection, { warn: (text: string) => warnings.push(text) });
  return warnings;
}

describe('the start on a database', () => {
  test.each([
    ['postgres://u@db.example.org/d', ['the connection to the database on db.example.org is not encrypted']],
    ['postgres://u@db.example.org/d?sslmode=verify-full', []],
    ['postgres://u@127.0.0.1/d', []],
  ])('warns about a connection to another machine without TLS: %s', (url, expected) => {
    const warnings: string[] = [];
    warnIfExposed(connectionFromUrl(url), { warn: (text: string) => warnings.push(text) });
    expect(warnings).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test('warns if the role that serves owns the tables, or inherits from the role that does', async () => {
    const { application, owner } = database;
    const warning = (role: string) => `The database role ${role} serves requests and owns the tables`;
    expect(await warningsOf(application)).toEqual([]);
    expect(await warningsOf(owner)).toEqual([expect.stringContaining(warning(owner.user))]);
    await database.sql(`grant ${owner.user} to ${application.user}`);
    expect(await warningsOf(application)).toEqual([expect.stringContaining(warning(application.user))]);
    await database.sql(`revoke ${owner.user} from ${application.user}`);
  });
});
