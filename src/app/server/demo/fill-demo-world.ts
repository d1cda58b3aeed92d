import { readBlocksAt, readHead } from '#domains/ledger/server/index.ts';
import {
  createAccount,
  findByUsername,
  grantAdministrator,
  registerParticipant,
} from '#domains/participants/server/index.ts';
import { recordEvent } from '#domains/trace/server/index.ts';
import type { Services } from '../open-services.ts';
import { demoAccounts, managedParticipants, productLines } from './cast.ts';
import { planJourneys } from './journeys.ts';
import { coordinatesOf } from './places.ts';
import { planRecipes } from './recipes.ts';

export { demoAccounts } from './cast.ts';

const SEED = 20_260_401;
const FROM = { ip: '127.0.0.1', userAgent: 'cairn demo' };

/**
 * Fills an empty ledger with a believable, made-up world, through the same code as any user's: accounts sign up,
 * participants are registered, events are recorded. Begun and interrupted, it goes on at the next start; done, it does
 * nothing.
 */
export async function fillDemoWorld(services: Services): Promise<void> {
  const { database, trace, participants } = services;
  const beginning = await readBeginning(services);
  const journeys = planJourneys(productLines, beginning, SEED);
  // Behind the journeys, so that an earlier world's events keep their numbers.
  const events = [...journeys, ...planRecipes(beginning).toSorted((a, b) => a.happenedAt - b.happenedAt)];
  const recorded = await readHead(database);
  if (recorded.length > events.length) return;

  for (const account of demoAccounts) {
    if ((await findByUsername(database, account.username)) === undefined)
      await createAccount(participants, account, { ...FROM, idempotencyKey: undefined });
    if (account.administrator) await grantAdministrator(database, account.username);
  }
  const recorders = new Map<string, Recorder>();
  for (const { username } of demoAccounts) recorders.set(username, await requireAccount(services, username));
  for (const { manager, ...participant } of managedParticipants) {
    const caller = recorders.get(manager) ?? (await requireAccount(services, manager));
    await registerParticipant(participants, caller, participant, `demo-${participant.username}`);
    recorders.set(participant.username, caller);
  }

  for (const wave of inWaves(events.map((event, n) => ({ ...event, n }))))
    await Promise.all(
      wave.map(({ n, user, action, assetId, happenedAt, meta }) => {
        const recorder = recorders.get(user);
        if (recorder === undefined) throw new Error(`Nobody records for ${user}`);
        const timed = { ...meta, ...coordinatesOf(meta['location']), timestamp: new Date(happenedAt).toISOString() };
        return recordEvent(trace, recorder, { user, action, asset_id: assetId, meta: timed }, `demo-${n}`);
      }),
    );
}

/** Cuts events into runs in which no asset occurs twice, and none that another is made of: those may be recorded side by side. */
function* inWaves<T extends { assetId: string; meta: Record<string, unknown> }>(events: readonly T[]): Generator<T[]> {
  let wave: T[] = [];
  const seen = new Set<string>();
  for (const event of events) {
    const inputs = Array.isArray(event.meta['inputs']) ? event.meta['inputs'] : [];
    if ([event.assetId, ...inputs].some((assetId) => seen.has(assetId))) {
      yield wave;
      wave = [];
      seen.clear();
    }
    wave.push(event);
    seen.add(event.assetId);
  }
  if (wave.length > 0) yield wave;
}

/** The world is planned around the genesis, so that an interrupted first start goes on with the same one. */
async function readBeginning({ database }: Services): Promise<number> {
  const [genesis] = await readBlocksAt(database, [0]);
  if (genesis === undefined) throw new Error('The ledger has no genesis');
  return genesis.timestamp * 1000;
}

type Recorder = Parameters<typeof recordEvent>[1];

async function requireAccount({ database }: Services, username: string): Promise<Recorder> {
  const found = await findByUsername(database, username);
  if (found === undefined) throw new Error(`The demo account ${username} is missing`);
  return { ...found.account, sessionId: '' };
}
