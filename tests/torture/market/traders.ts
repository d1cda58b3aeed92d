import { setTimeout as pause } from 'node:timers/promises';
import type { ShareOrder } from '#domains/market/contract.ts';
import type { Random } from '../random.ts';

export type Trader = { readonly username: string; readonly token: string };

/** An order that a server acknowledged. */
export type Acknowledged = {
  readonly key: string;
  readonly trader: Trader;
  readonly body: object;
  readonly order: ShareOrder;
};

/** The shared state of the traders. */
export type Scene = {
  readonly urls: () => string[];
  readonly city: Trader;
  /** Handles cash. */
  readonly cashier: Trader;
  readonly traders: readonly Trader[];
  /** Properties with shares. The city adds to them. */
  readonly properties: string[];
  readonly acknowledged: Acknowledged[];
  /** Cash that was acknowledged, in cents, by its reference. */
  readonly cash: Map<string, number>;
};

type Asked = { readonly status: number; readonly body: unknown };

/** The number of requests that continue during a failure. The network needs time for their calls. */
const GOES_ON = 12;
const RETRY_MILLISECONDS = 20;
const PATIENCE_MILLISECONDS = 90_000;

/** Sends a request with one key until a server answers it. Only a refusal of the server itself (5xx), or none, is repeated. */
export async function ask(
  { urls }: Pick<Scene, 'urls'>,
  { token }: Pick<Trader, 'token'>,
  path: string,
  body: unknown,
  { key = '', turn = 0, signal }: { key?: string; turn?: number; signal?: AbortSignal } = {},
): Promise<Asked> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (let attempt = turn; ; attempt += 1) {
    const all = urls();
    const answer = await post(`${all[attempt % all.length]}${path}`, token, key, body);
    if (answer !== undefined && answer.status < 500) return answer;
    signal?.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`${path}: no answer in time: ${JSON.stringify(answer)}`);
    await pause(RETRY_MILLISECONDS);
  }
}

async function post(url: string, token: string, key: string, body: unknown): Promise<Asked | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  } catch {
    // Unreachable, or disconnected during the response: the outcome is unknown.
    return undefined;
  }
}

/** Keeps writers trading until they are stopped, regardless of crashes. Throws errors that are not refusals. */
export function startTrading(scene: Scene, random: Random, writers: number, round: number) {
  let stopping = false;
  let problem: unknown;
  let done = 0;
  let begun = 0;
  let allowed = 0;
  const abandoned = new AbortController();
  const write = async (writer: number) => {
    for (let n = 0; !stopping; n += 1) {
      while (begun >= allowed && !stopping) await pause(2);
      begun += 1;
      await act(scene, random, { key: `key-${round}-${writer}-${n}`, turn: writer + n, signal: abandoned.signal });
      done += 1;
    }
  };
  const all = Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      write(writer).catch((error) => {
        problem ??= error;
        stopping = true;
      }),
    ),
  );
  return {
    /** Resolves after `count` more requests. */
    async waitFor(count: number) {
      const goal = done + count;
      allowed = Math.max(allowed, goal) + GOES_ON;
      while (done < goal && problem === undefined) await pause(2);
      if (problem !== undefined) throw problem;
    },
    async stop() {
      stopping = true;
      await all;
      if (problem !== undefined) throw problem;
    },
    abandon() {
      stopping = true;
      abandoned.abort(new Error('abandoned'));
    },
  };
}

type Turn = { readonly key: string; readonly turn: number; readonly signal: AbortSignal };
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random.below(items.length)] as Item;

async function act(scene: Scene, random: Random, turn: Turn): Promise<void> {
  const trader = random.next() < 0.25 ? scene.city : pick(random, scene.traders);
  const propertyId = pick(random, scene.properties);
  const draw = random.next();
  if (draw < 0.7) return place(scene, random, trader, propertyId, turn);
  if (draw < 0.85) return cancelOne(scene, random, trader, turn);
  if (draw < 0.9) {
    expectOneOf(await ask(scene, trader, '/api/nft/orders/cancel-all', { propertyId }, turn), [200]);
    return;
  }
  if (draw < 0.96) return payIn(scene, random, turn);
  return repeat(scene, random, turn);
}

async function place(scene: Scene, random: Random, trader: Trader, propertyId: string, turn: Turn): Promise<void> {
  const way = random.below(10);
  const body = {
    propertyId,
    type: random.next() < (trader === scene.city ? 0.8 : 0.4) ? 'sell' : 'buy',
    shareAmount: 1 + random.below(12),
    pricePerShare: (950 + random.below(100)) / 100,
    expirationDays: 1 + random.below(2),
    ...(way < 2 ? { timeInForce: way === 0 ? 'IOC' : 'FOK' } : way === 2 ? { postOnly: true } : {}),
  };
  const key = `${trader.username}-${turn.key}`;
  const answer = expectOneOf(await ask(scene, trader, '/api/nft/trade', body, { ...turn, key }), [200, 409]);
  if (answer.status === 200)
    scene.acknowledged.push({ key, trader, body, order: (answer.body as { order: ShareOrder }).order });
}

async function cancelOne(scene: Scene, random: Random, trader: Trader, turn: Turn): Promise<void> {
  if (scene.acknowledged.length === 0) return;
  const { order } = pick(random, scene.acknowledged.slice(-40));
  expectOneOf(await ask(scene, trader, `/api/nft/orders/${order.orderId}/cancel`, {}, turn), [200, 404]);
}

async function payIn(scene: Scene, random: Random, turn: Turn): Promise<void> {
  const { username } = pick(random, scene.traders);
  const amount = (10_000 + random.below(50_000)) / 100;
  const reference = `${username} ${turn.key}`;
  const body = { username, amount, reference };
  // Twice: the reference counts once.
  for (const _ of [1, 2]) expectOneOf(await ask(scene, scene.cashier, '/api/nft/cash', body, turn), [200]);
  scene.cash.set(reference, Math.round(amount * 100));
}

/** The key of an acknowledged order returns the same order. */
async function repeat(scene: Scene, random: Random, turn: Turn): Promise<void> {
  if (scene.acknowledged.length === 0) return;
  const { key, trader, body, order } = pick(random, scene.acknowledged);
  const answer = expectOneOf(await ask(scene, trader, '/api/nft/trade', body, { ...turn, key }), [200]);
  const again = (answer.body as { order: ShareOrder }).order.orderId;
  if (again !== order.orderId)
    throw new Error(`${key} was order ${order.orderId}, and is order ${again} when repeated`);
}

function expectOneOf(answer: Asked, statuses: readonly number[]): Asked {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
}
