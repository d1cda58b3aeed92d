import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { canonicalParty } from './canonical-party.ts';

const GLN = 'https://id.gs1.org/417/4012345000115';
const cases: readonly [spelling: string, canonical: string][] = [
  ['4012345000115', GLN],
  ['https://id.gs1.org/417/4012345000115', GLN],
  ['https://id.gs1.org/414/4012345000115', GLN],
  ['HTTPS://shop.example/a/414/4012345000115/254/987?x=1', GLN],
  ['https://shop.example/gln/4012345000115', GLN],
  ['https://shop.example/417/4012345000115#top', GLN],
  ['urn:epc:id:sgln:4012345.00011.0', GLN],
  ['urn:epc:id:sgln:4012345.00011.987', GLN],
  ['urn:epc:id:pgln:4012345.00011', GLN],
  ['urn:epc:id:pgln:999999999999.', 'https://id.gs1.org/417/9999999999994'],
  ...[
    'urn:epc:id:pgln:4012345.0001',
    'urn:epc:id:pgln:4012345.000111',
    'urn:gln:4012345000115',
    '40123450001150',
    'https://shop.example/about/4012345000115',
    'did:web:acme.example',
  ].map((other): [string, string] => [other, other]),
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each(cases)('%s is compared as %s', (spelling, canonical) => expect(canonicalParty(spelling)).toBe(canonical));

test('the migration compares existing identifiers in the same form', async () => {
  const path = new URL('../../../../../database/migrations/0025_identifier_claims.sql', import.meta.url);
  const migration = await readFile(path, 'utf8');
  const statement = migration.slice(
    migration.indexOf('with texts'),
    migration.indexOf('alter table', migration.indexOf('with texts')),
  );
  const { id } = await server.account('retailer');
  for (const [spelling] of cases)
    await server.database.sql(
      `insert into account_identifiers (identifier, account_id, canonical) values ($1, $2, '')`,
      [spelling, id],
    );
  await server.database.tamper(statement);
  const rows = await server.database.sql<{ identifier: string; canonical: string }>(
    'select identifier, canonical from account_identifiers where account_id = $1',
    [id],
  );
  expect(new Map(rows.map((row) => [row.identifier, row.canonical]))).toEqual(new Map(cases));
});
