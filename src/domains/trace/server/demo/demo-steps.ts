import { type Account, findById, findByUsername } from '#domains/participants/server/index.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import type { Trace } from '../open-trace.ts';
import { recordEvent } from '../record-event.ts';
import { planArrivals } from './arrivals.ts';
import { planCrate } from './coffee-crate.ts';
import { type DemoEvent, planJourneys } from './journeys.ts';
import { coordinatesOf } from './places.ts';
import { productLines } from './product-lines.ts';
import { planRecipes } from './recipes.ts';

const MINUTE = 60_000;

/** Returns the sample events, each recorded a few minutes after it happened. */
export function planEvents(trace: Trace, { to }: DemoWorld): DemoStep[] {
  const recorderOf = createRecorders(trace);
  const unlimited = { ...trace, quota: undefined };
  return [...planJourneys(productLines, to), ...planRecipes(to), ...planCrate(to), ...planArrivals(to)].map(
    (event) => ({
      name: `trace/${event.assetId}/${event.nth}-${event.action}`,
      at: event.happenedAt + (2 + (event.nth % 5)) * MINUTE,
      touches: [event.assetId, ...inputsOf(event)],
      record: async (key: string) => recordEvent(unlimited, await recorderOf(event.user), requestOf(event), key),
    }),
  );
}

const inputsOf = ({ meta }: DemoEvent): readonly string[] => (Array.isArray(meta['inputs']) ? meta['inputs'] : []);

function requestOf({ user, action, assetId, happenedAt, meta }: DemoEvent): Parameters<typeof recordEvent>[2] {
  const timed = { ...meta, ...coordinatesOf(meta['location']), timestamp: new Date(happenedAt).toISOString() };
  return { user, action, asset_id: assetId, meta: timed };
}

/**
 * Returns a function that finds the account that records for a participant: itself or its manager. Each is looked up
 * once. In demo ledgers of earlier versions, an account that may not record manages some; the administrator records
 * for these.
 */
function createRecorders({ database }: Trace): (username: string) => Promise<Account> {
  const known = new Map<string, Promise<Account>>();
  const find = async (username: string): Promise<Account> => {
    const own = await findByUsername(database, username);
    const manager = own?.account.managedBy === undefined ? own : await findById(database, own.account.managedBy);
    const found = manager?.account.role === 'other' ? await findByUsername(database, 'demo-admin') : manager;
    if (found === undefined) throw new Error(`No account records for ${username}`);
    return { ...found.account, sessionId: '' };
  };
  return (username) => {
    const recorder = known.get(username) ?? find(username);
    known.set(username, recorder);
    return recorder;
  };
}
