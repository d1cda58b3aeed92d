import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#domains/participants/contract.ts';
import { IMPORT_USERNAME } from '#domains/trace/contract/journey/journey.ts';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sampleDocument, sampleEvent } from './fixtures/sample-event.ts';
import { importDocument } from './import-document.ts';
import { otherUsernameFor, usernameFor } from './party-of.ts';

let server: TestServer;
let manager: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  manager = await server.account('manufacturer');
});
afterAll(() => server.stop());

const parties = [
  'https://id.gs1.org/417/4012345000009',
  'urn:epc:id:pgln:4012345.00001',
  'urn:epc:id:sgln:4012345.00001.7',
  'https://acme.example/parties/Ostwind GmbH',
  'did:web:acme.example',
  'urn:uuid:6f1a2b3c-0000-4000-8000-000000000001',
  '蘇州',
];

test.each([IMPORT_USERNAME, ...parties.flatMap((party) => [usernameFor(party), otherUsernameFor(party)])])(
  'nobody registers %s, which an import uses',
  async (user) => {
    const body = { user, role: 'shipper' };
    const { status, problem } = await callLoosely(server.app, register, { body }, { as: manager });
    expect([status, problem.errors?.[0]?.message]).toEqual([400, 'This username is reserved. Choose another one.']);
  },
);

test.each(['gln-warehouse', 'party-planet', 'party-of-the-north'])('%s is free', async (user) => {
  const { status } = await callLoosely(server.app, register, { body: { user, role: 'shipper' } }, { as: manager });
  expect(status).toBe(201);
});

test('the import does not use a participant that an account registered under its name', async () => {
  const { body } = await callLoosely(
    server.app,
    register,
    { body: { user: 'squatter', role: 'manufacturer' } },
    { as: manager },
  );
  expect(body).toMatchObject({ participant: { username: 'squatter' } });
  await server.database.tamper(`update accounts set username = '${IMPORT_USERNAME}' where username = 'squatter'`);
  await expect(importDocument(server.services.trace, sampleDocument([sampleEvent()]))).rejects.toMatchObject({
    kind: { code: 'request.invalid' },
    hint: 'Name the participant to import for with --as.',
  });
});
