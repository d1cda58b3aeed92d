import { randomUUID } from 'node:crypto';
import { addPasskey, beginPasskey, beginPasskeySignIn } from '#domains/participants/contract.ts';
import { elsewhere, everyone, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import { createAuthenticator, ORIGIN } from './authenticator.fixture.ts';

/** Gives the server an address: passkeys need one, and a test server does not listen. */
const serve = (server: TestServer) => server.services.participants.relyingParty.servedAt(ORIGIN);

async function registered(server: TestServer, account: TestAccount) {
  serve(server);
  const device = createAuthenticator();
  const options = (await server.call(beginPasskey, {}, { as: account })).body;
  const body = { name: 'Case', credential: device.create(options) };
  return { device, passkey: (await server.call(addPasskey, { body }, { as: account })).body };
}

/** Route cases of passkeys. */
export const passkeyCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/auth/passkeys': { allowed: signedIn, good: () => ({}) },
  'POST /api/auth/passkeys/options': {
    allowed: signedIn,
    good({ server }) {
      serve(server);
      return {};
    },
    refusals: elsewhere('participants.passkeys_unavailable', 'participants.too_many_passkeys', 'step_up_required'),
  },
  'POST /api/auth/passkeys': {
    allowed: signedIn,
    async good({ server }, account) {
      serve(server);
      if (account === undefined) return { body: { name: 'Case', credential: {} } };
      const options = (await server.call(beginPasskey, {}, { as: account })).body;
      return { body: { name: 'Case', credential: createAuthenticator().create(options) } };
    },
    invalid: [
      { body: { credential: {} }, pointer: '/name' },
      { body: { name: ' ', credential: {} }, pointer: '/name' },
      { body: { name: 'x'.repeat(61), credential: {} }, pointer: '/name' },
      { body: { name: 'Case', credential: 'text' }, pointer: '/credential' },
    ],
    refusals: [
      {
        code: 'participants.passkey_invalid',
        provoke({ server }) {
          serve(server);
          return { body: { name: 'Case', credential: { id: 'nothing' } } };
        },
      },
      ...elsewhere('participants.passkeys_unavailable', 'participants.too_many_passkeys', 'step_up_required'),
    ],
  },
  'DELETE /api/auth/passkeys/{id}': {
    allowed: signedIn,
    async good({ server }, account) {
      if (account === undefined) return { params: { id: randomUUID() } };
      return { params: { id: (await registered(server, account)).passkey.id } };
    },
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [
      { code: 'participants.passkey_not_found', provoke: () => ({ params: { id: randomUUID() } }) },
      ...elsewhere('step_up_required'),
    ],
  },
  'POST /api/auth/passkey-sign-in/options': {
    allowed: everyone,
    good({ server }) {
      serve(server);
      return {};
    },
    refusals: elsewhere('participants.passkeys_unavailable', 'request.too_many'),
  },
  'POST /api/auth/passkey-sign-in': {
    allowed: everyone,
    async good({ server }) {
      const { device } = await registered(server, await server.account('retailer'));
      return { body: { credential: device.sign((await server.call(beginPasskeySignIn, {})).body) } };
    },
    invalid: [{ body: { credential: 7 }, pointer: '/credential' }],
    refusals: [
      { code: 'participants.passkey_rejected', provoke: () => ({ body: { credential: { id: 'unknown' } } }) },
      ...elsewhere('participants.passkeys_unavailable', 'participants.inactive'),
    ],
  },
};
