import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { abandon, begin, type Outcome, type Outgoing, send, sendAll } from './send-requests.ts';

export type Attack = (origin: string) => Promise<Outcome>;

const QUIET_MILLISECONDS = 10_000;
/** Less than the time that the server leaves for headers. */
const UNANSWERED_MILLISECONDS = 5000;
/** A loopback address of Linux that the server does not trust as a proxy. */
const DIRECT_ADDRESS = '127.0.0.2';
const PASSWORD = 'nothing is lost';
/** Addresses of the networks reserved for documentation. Each attack has its own, as it would have in practice. */
const address = (attack: number) => `203.0.113.${attack}`;
const list = <T>(count: number, one: (n: number) => T) => Array.from({ length: count }, (_, n) => one(n));

const signUp = (username: string, from: string): Outgoing => ({
  method: 'POST',
  path: '/api/register',
  from,
  body: { user: username, password: PASSWORD, email: `${username}@example.org`, role: 'manufacturer' },
});

const signIn = (username: string, from: string): Outgoing => ({
  method: 'POST',
  path: '/api/auth/login',
  from,
  body: { username, password: 'a wrong guess' },
});

async function newAccount(origin: string, username: string, from: string): Promise<string> {
  const { status, text } = await send(origin, signUp(username, from));
  if (status !== 201) throw new Error(`${username} could not sign up: ${status} ${text}`);
  return (JSON.parse(text) as { token: string }).token;
}

const event = (user: string, action: string, assetId: string, note = ''): object => ({
  user,
  action,
  asset_id: assetId,
  meta: { name: 'Flood', note },
});

const words = 'northx southx quarryx timberx harborx copperx velvetx marblex '.repeat(16);

/** All attacks with which one client tries to stop the service, by name. */
export const attacks: Readonly<Record<string, Attack>> = {
  'none, for comparison': async () => {
    await pause(QUIET_MILLISECONDS);
    return {};
  },

  'questions of 1 KB to the assistant': (origin) =>
    sendAll(
      origin,
      list(400, () => ({ method: 'POST', path: '/api/chatbot', from: address(1), body: { message: words } })),
      32,
    ),

  'half-sent requests': async (origin) => {
    const { port } = new URL(origin);
    let closed = 0;
    const sockets = list(3000, () =>
      connect({ port: Number(port), host: '127.0.0.1', localAddress: DIRECT_ADDRESS })
        .on('error', () => undefined)
        .on('close', () => {
          closed += 1;
        }),
    );
    for (const socket of sockets) socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ');
    await pause(UNANSWERED_MILLISECONDS);
    const outcome = { open: sockets.length - closed, closed };
    for (const socket of sockets) socket.destroy();
    return outcome;
  },

  'evidence sheets, aborted': async (origin) => {
    const from = address(2);
    const token = await newAccount(origin, 'sheets', from);
    const record = (action: string) =>
      send(origin, { method: 'POST', path: '/api/add-event', from, token, body: event('sheets', action, 'SHEETS') });
    await record('manufactured');
    for (let n = 0; n < 60; n++) await record('quality_check');
    await untilSigned(origin, from);
    const path = '/api/chain/assets/SHEETS/evidence?format=pdf';
    await Promise.all(list(300, (n) => abandon(origin, { path, from }, 20 + (n % 50))));
    return {
      aborted: 300,
      ...(await sendAll(
        origin,
        list(500, () => ({ path, from })),
        32,
      )),
    };
  },

  'live streams': async (origin) => {
    const opened = await Promise.all(list(200, () => begin(origin, { path: '/api/chain/live', from: address(3) })));
    for (const { hangUp } of opened) hangUp();
    return Object.fromEntries(
      [...Map.groupBy(opened, ({ response }) => String(response.statusCode))].map(([status, all]) => [
        status,
        all.length,
      ]),
    );
  },

  'sign-ups from one address': (origin) =>
    sendAll(
      origin,
      list(400, (n) => signUp(`many-${n}`, address(4))),
      64,
    ),

  'sign-ups from 400 addresses': (origin) =>
    sendAll(
      origin,
      list(400, (n) => signUp(`more-${n}`, `198.51.${100 + (n >> 8)}.${n & 255}`)),
      64,
    ),

  'guesses at one account': (origin) =>
    sendAll(
      origin,
      list(400, () => signIn('sheets', address(5))),
      32,
    ),

  'guesses with a forged X-Forwarded-For': (origin) =>
    sendAll(
      origin,
      list(400, (n) => signIn('sheets', `192.0.2.${n & 255}, ${address(6)}`)),
      32,
    ),

  'guesses from one IPv6 /64': (origin) =>
    sendAll(
      origin,
      list(400, (n) => signIn('sheets', `2001:db8:0:7::${n.toString(16)}`)),
      32,
    ),

  'guesses at 400 names': (origin) =>
    sendAll(
      origin,
      list(400, (n) => signIn(`name-${n}`, address(8))),
      32,
    ),

  'searches from one address': (origin) =>
    sendAll(
      origin,
      list(7000, (n) => ({ path: `/api/assets?search=flood${n % 10}`, from: address(9) })),
      32,
    ),

  'events of 45 KB by a new account': async (origin) => {
    const from = address(10);
    const token = await newAccount(origin, 'writer', from);
    return sendAll(
      origin,
      list(1000, (n) => ({
        method: 'POST',
        path: '/api/add-event',
        from,
        token,
        body: event('writer', 'manufactured', `FLOOD-${n}`, 'x'.repeat(45_000)),
      })),
      32,
    );
  },
};

/** Waits until a checkpoint covers the whole chain, because only signed blocks have an evidence sheet. */
async function untilSigned(origin: string, from: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const { text } = await send(origin, { path: '/api/chain/validate', from });
    const { checkpointSize, totalBlocks } = JSON.parse(text) as { checkpointSize: number; totalBlocks: number };
    if (checkpointSize === totalBlocks) return;
  }
  throw new Error('No checkpoint covers the chain');
}
