import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { openTwoServers, type SharedArena } from '../arena.ts';
import { createRandom, type Random } from '../random.ts';
import { checkMirror, waitForRest } from './check-mirror.ts';
import { type Network, openAnvilNetwork, openEmbeddedNetwork } from './network.ts';
import { ask, type Scene, startTrading, type Trader } from './traders.ts';

export type MirrorOptions = {
  readonly network: Network['name'];
  readonly rounds: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
};

/** Counts of events in all rounds, for the assertion that the run was meaningful. */
export type MirrorCounts = {
  readonly orders: number;
  readonly fills: number;
  readonly canceled: number;
  readonly expired: number;
  readonly selfTrades: number;
  readonly calls: number;
  /** Kills with calls that were committed and not sent. */
  readonly killedBeforeSending: number;
  readonly duplicates: number;
};

const WRITERS = 6;
const TRADERS = 4;
const PARCELS = 40;
const REQUESTS_MORE_MAX = 300;
const DAY_MILLISECONDS = 25 * 3_600_000;
const CLOCK = new URL('shifted-clock.mjs', import.meta.url);

/**
 * Trades on two servers while these, PostgreSQL and the network fail at random moments, strangers send the same bytes
 * again, and days pass. After each round, at rest, the contracts must match the tables, and the tables must match the
 * blocks. Throws at the first difference. The seed reproduces the choices, but not the exact moments.
 */
export async function mirror({ network: name, rounds, seed, report = () => undefined }: MirrorOptions) {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mirror-'));
  const clockFile = join(folder, 'ahead');
  writeFileSync(clockFile, '0');
  let arena: SharedArena | undefined;
  const network = name === 'anvil' ? await openAnvilNetwork(random) : openEmbeddedNetwork(() => arena?.urls()[0] ?? '');
  let db: Database | undefined;
  try {
    arena = await openTwoServers(folder, {
      ...network.environment,
      CAIRN_TEST_CLOCK: clockFile,
      NODE_OPTIONS: `--import=${fileURLToPath(CLOCK)}`,
    });
    db = openDatabase(arena.connection, { size: 4, onConnectionError: () => undefined });
    const stage: Stage = {
      arena,
      db,
      network,
      random,
      clockFile,
      scene: await openScene(arena, db),
      counted: { kills: 0, duplicates: 0 },
    };
    for (let round = 1; round <= rounds; round += 1)
      report(`round ${round} of ${rounds}: ${await playRound(stage, round)}`);
    return await count(stage);
  } catch (error) {
    throw new Error(`Seed ${seed}, ${name}: ${(error as Error).message}`, { cause: error });
  } finally {
    await db?.destroy();
    await arena?.stop();
    await network.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Stage = {
  readonly arena: SharedArena;
  readonly db: Database;
  readonly network: Network;
  readonly random: Random;
  readonly clockFile: string;
  readonly scene: Scene;
  readonly counted: { kills: number; duplicates: number };
};

async function playRound(stage: Stage, round: number): Promise<string> {
  const { arena, db, network, random, scene } = stage;
  const before = scene.acknowledged.length;
  const struck: string[] = [];
  const load = startTrading(scene, random, WRITERS, round);
  try {
    await load.waitFor(10 + random.below(20));
    if (random.next() < 0.5) network.setAway(true);
    await load.waitFor(5 + random.below(10));
    // Interrupts a batch, or the sender, at a random moment.
    await pause(random.below(40));
    struck.push(await arena.strike(random));
    stage.counted.kills += (await countQueued(db)) > 0 ? 1 : 0;
    await load.waitFor(3 + random.below(10));
    network.setAway(false);
    await sendAgain(stage);
    if (round % 2 === 0) await passADay(stage, (round / 2) * DAY_MILLISECONDS);
    await load.waitFor(5 + random.below(10));
    // Performs acts that have not occurred by chance: a round without a fill would compare little.
    for (let more = 0; more < REQUESTS_MORE_MAX && !(await hasTraded(db, round)); more += 5) await load.waitFor(5);
  } catch (error) {
    load.abandon();
    throw error;
  } finally {
    network.setAway(false);
  }
  await load.stop();
  await waitForRest(db);
  await sendAgain(stage);
  await checkMirror(db, network, scene);
  return `${struck.join(' and ')} killed, ${scene.acknowledged.length - before} orders acknowledged, network and records are equal`;
}

/** Whether orders were filled and canceled in each round so far, by number. */
async function hasTraded(db: Database, rounds: number): Promise<boolean> {
  const { rows } = await sql<{ fills: number; canceled: number }>`
    select (select count(*) from market_fills) as fills, count(*) filter (where ended = 'canceled') as canceled from market_orders
  `
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows.some(({ fills, canceled }) => fills >= rounds && canceled >= rounds);
}

async function countQueued(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from market_calls where state = 'queued'`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows[0]?.count ?? 0;
}

/** A stranger sends calls that the market has sent or will send, in any order and repeatedly. */
async function sendAgain({ db, network, counted }: Stage): Promise<void> {
  const { rows } = await sql<{ raw: string }>`
    select '0x' || encode(raw, 'hex') as raw from market_calls order by random() limit 5
  `
    .execute(db)
    .catch(() => ({ rows: [] }));
  for (const { raw } of rows) {
    await network.ask('eth_sendRawTransaction', raw).catch(() => undefined);
    counted.duplicates += 1;
  }
}

/** Orders of the previous day expire. The network's own time follows. */
async function passADay({ clockFile, network }: Stage, ahead: number): Promise<void> {
  if (network.name === 'anvil') await network.ask('evm_increaseTime', DAY_MILLISECONDS / 1000);
  writeFileSync(clockFile, String(ahead));
}

async function openScene(arena: SharedArena, db: Database): Promise<Scene> {
  const urls = arena.urls;
  const scene: Scene = {
    urls,
    city: await signUp(arena, 'mirror-city'),
    cashier: await signUp(arena, 'mirror-cashier'),
    traders: [],
    properties: [],
    acknowledged: [],
    cash: new Map(),
  };
  await sql`update accounts set role = 'government' where username = ${scene.city.username}`.execute(db);
  await sql`update accounts set administrator = true, role = 'government' where username = ${scene.cashier.username}`.execute(
    db,
  );
  const traders: Trader[] = [];
  for (let n = 0; n < TRADERS; n += 1) traders.push(await signUp(arena, `mirror-trader-${n}`));
  // Days pass.
  await sql`update sessions set expires_at = now() + interval '10 years', idle_expires_at = now() + interval '10 years'`.execute(
    db,
  );
  const parcels = Array.from({ length: PARCELS }, (_, n) => ({
    propertyId: `MIRROR-${n}`,
    address: `${n + 1} Mirror Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential',
    squareFootage: 1000,
  }));
  const whole = { ...scene, traders };
  await demand(whole, '/api/detroit/roll', { parcels });
  for (const propertyId of ['MIRROR-0', 'MIRROR-1']) {
    await demand(whole, '/api/nft/fractionalize', { propertyId, totalShares: 2000, sharePrice: 10 });
    whole.properties.push(propertyId);
  }
  for (const { username } of traders) {
    await demand(whole, '/api/nft/cash', { username, amount: 3000, reference: `First of ${username}` }, scene.cashier);
    whole.cash.set(`First of ${username}`, 300_000);
  }
  return whole;
}

async function demand(scene: Scene, path: string, body: unknown, as = scene.city): Promise<void> {
  const answer = await ask(scene, as, path, body, { key: randomUUID() });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

async function signUp({ urls }: SharedArena, username: string): Promise<Trader> {
  const body = { user: username, password: 'nothing is lost', role: 'other', email: `${username}@example.org` };
  const answer = await ask({ urls }, { token: '' }, '/api/register', body, { key: randomUUID() });
  if (answer.status !== 201) throw new Error(`Sign-up failed: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { username, token: (answer.body as { token: string }).token };
}

async function count({ db, counted }: Stage): Promise<MirrorCounts> {
  const { rows } = await sql<Omit<MirrorCounts, 'killedBeforeSending' | 'duplicates'>>`
    select count(*) as orders, (select count(*) from market_fills) as fills,
      count(*) filter (where ended = 'canceled') as canceled, count(*) filter (where ended = 'expired') as expired,
      count(*) filter (where ended = 'self') as "selfTrades", (select count(*) from market_calls) as calls
    from market_orders
  `.execute(db);
  const counts = rows[0] ?? { orders: 0, fills: 0, canceled: 0, expired: 0, selfTrades: 0, calls: 0 };
  return { ...counts, killedBeforeSending: counted.kills, duplicates: counted.duplicates };
}
