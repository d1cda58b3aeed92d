import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { callLoosely, type LooseInput } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';
import { beginSetup, codeAt, enroll, givePassword, PASSWORD, wrongCodeAt } from './enroll.fixture.ts';

const MINUTE = 60_000;

let server: TestServer;
let admin: TestAccount;
let target: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.sql('delete from sign_in_failures');
  admin = await server.account('administrator');
  target = await server.account('retailer');
  await Promise.all([givePassword(server, admin), givePassword(server, target)]);
});

const answerTo = async (route: RouteDefinition, input: LooseInput, as: { token: string } = admin) => {
  const { status, problem } = await callLoosely(server.app, route, input, { as });
  return status < 300 ? status : `${status} ${problem.code}`;
};
const change = (body: object) => answerTo(contract.changeAccount, { params: { id: target.id }, body });
const stepUp = (body: object, as: TestAccount = admin) => answerTo(contract.stepUp, { body }, as);
const refused = '403 step_up_required';

describe('10 minutes after the sign-in', () => {
  beforeEach(() => server.clock.advance(10 * MINUTE));

  test.each([
    ['a role', { role: 'resident' }],
    ['the administrator mark', { administrator: true }],
    ['the auditor mark', { auditor: true }],
    ['an account by deactivation', { active: false }],
  ])('an administrator changes %s only after confirming the password', async (_, body) => {
    expect(await change(body)).toBe(refused);
    expect(await stepUp({ currentPassword: 'a wrong guess' })).toBe('400 participants.wrong_password');
    expect(await change(body)).toBe(refused);
    expect(await stepUp({ currentPassword: PASSWORD })).toBe(200);
    expect(await change(body)).toBe(200);
    server.clock.advance(10 * MINUTE);
    expect(await change({ role: 'shipper' })).toBe(refused);
  });

  test('a reset link is refused, and so are removing factors, confirming an identifier and deactivating any participant', async () => {
    const params = { id: target.id };
    const inactive = { params, body: { active: false } };
    expect(await answerTo(contract.makeResetLink, { params })).toBe(refused);
    expect(await answerTo(contract.removeFactors, { params })).toBe(refused);
    const claim = { identifier: 'urn:x:1', verified: true };
    expect(await answerTo(contract.confirmIdentifier, { params, body: claim })).toBe(refused);
    expect(await answerTo(contract.updateParticipant, inactive)).toBe(refused);
    expect(await answerTo(contract.updateParticipant, inactive, target)).toBe(refused);
    expect(await stepUp({ currentPassword: PASSWORD }, target)).toBe(200);
    expect(await answerTo(contract.updateParticipant, inactive, target)).toBe(200);
  });

  test('reading and harmless changes remain possible', async () => {
    expect(await answerTo(contract.readAccount, { params: { id: target.id } })).toBe(200);
    const place = { params: { id: target.id }, body: { place: 'Bergen' } };
    expect(await answerTo(contract.updateParticipant, place)).toBe(200);
  });

  test('a session that was opened before proofs were recorded has to confirm first', async () => {
    await server.database.sql('update sessions set proven_at = null where account_id = $1', [admin.id]);
    expect(await change({ role: 'resident' })).toBe(refused);
  });
});

describe('a proof', () => {
  test('is valid for its own session only', async () => {
    const body = { username: admin.username, password: PASSWORD };
    const other = (await server.call(contract.login, { body })).body;
    server.clock.advance(10 * MINUTE);
    expect(await stepUp({ currentPassword: PASSWORD })).toBe(200);
    const input = { params: { id: target.id }, body: { role: 'resident' } };
    expect(await answerTo(contract.changeAccount, input, other)).toBe(refused);
  });

  test('from a clock that was ahead is void once the clock is corrected', async () => {
    server.clock.advance(60 * MINUTE);
    expect(await stepUp({ currentPassword: PASSWORD })).toBe(200);
    server.clock.advance(-60 * MINUTE);
    expect(await change({ role: 'resident' })).toBe(refused);
    expect(await stepUp({ currentPassword: PASSWORD })).toBe(200);
    expect(await change({ role: 'resident' })).toBe(200);
  });

  test('requires a code from an account with a second factor', async () => {
    const { secret } = await enroll(server, admin);
    server.clock.advance(10 * MINUTE);
    expect(await stepUp({ currentPassword: PASSWORD })).toBe('400 participants.wrong_code');
    const wrong = wrongCodeAt(secret, server.clock());
    expect(await stepUp({ currentPassword: PASSWORD, otp: wrong })).toBe('400 participants.wrong_code');
    expect(await change({ role: 'resident' })).toBe(refused);
    const otp = codeAt(secret, server.clock());
    expect(await stepUp({ currentPassword: PASSWORD, otp })).toBe(200);
    expect(await change({ role: 'resident' })).toBe(200);
  });

  test('by the password alone ends when another session turns on a second factor', async () => {
    const body = { username: admin.username, password: PASSWORD };
    const other = { ...admin, token: (await server.call(contract.login, { body })).body.token };
    const otp = codeAt(await beginSetup(server, other), server.clock());
    expect(await answerTo(contract.confirmTotp, { body: { otp } }, other)).toBe(200);
    expect(await change({ role: 'resident' })).toBe(refused);
    const input = { params: { id: target.id }, body: { role: 'resident' } };
    expect(await answerTo(contract.changeAccount, input, other)).toBe(200);
  });

  test('is counted like a sign-in, and logged', async () => {
    for (let n = 0; n < 6; n++)
      expect(await stepUp({ currentPassword: 'a wrong guess' })).toBe('400 participants.wrong_password');
    expect(await stepUp({ currentPassword: PASSWORD })).toBe('429 request.too_many');
    server.clock.advance(MINUTE);
    expect(await stepUp({ currentPassword: PASSWORD })).toBe(200);
    const { entries } = (await server.call(contract.securityLog, {}, { as: admin })).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'identity_confirmed' },
      { kind: 'sign_in_failed', detail: 'While confirming the identity' },
    ]);
  });
});
