import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Arena, openArena } from './arena.ts';
import { checkLog, checkRound } from './check.ts';
import { type Acknowledged, type Client, startLoad } from './load.ts';
import { createRandom, type Random } from './random.ts';

export type TortureOptions = {
  readonly mode: 'one server' | 'two servers';
  readonly rounds: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
};

const WRITERS = 8;

/**
 * Kills real processes at random moments under load, round after round, and checks each time that no acknowledged event
 * is lost, duplicated or changed. Throws at the first violation. The seed reproduces the choices, but not the exact
 * moments.
 */
export async function torture(options: TortureOptions): Promise<{ events: number; blocks: number }> {
  const { mode, rounds, seed, report = () => undefined } = options;
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-torture-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const events: Acknowledged[] = [];
  const arena = await openArena(mode, folder);
  try {
    const client = await signUp(arena);
    for (let round = 1; round <= rounds; round++) {
      const { made, struck } = await playRound(arena, client, round, random);
      events.push(...made);
      report(`round ${round} of ${rounds}: ${struck} killed, ${made.length} events acknowledged, all present`);
    }
    return { events: events.length, blocks: await checkLog(client, events) };
  } catch (error) {
    throw new Error(`Seed ${seed}, ${mode}: ${(error as Error).message}`, { cause: error });
  } finally {
    await arena.stop();
    process.off('exit', remove);
    remove();
  }
}

async function playRound(arena: Arena, client: Client, round: number, random: Random) {
  const load = startLoad(client, WRITERS, round);
  const struck: string[] = [];
  try {
    await load.waitFor(1 + random.below(60));
    // Interrupts the load at a random moment.
    await pause(random.below(10));
    struck.push(await arena.strike(random));
    await load.waitFor(1 + random.below(20));
  } catch (error) {
    load.abandon();
    throw error;
  }
  await load.stop();
  await checkRound(client, load.acknowledged);
  return { made: load.acknowledged, struck: struck.join(' and ') };
}

async function signUp(arena: Arena): Promise<Client> {
  const body = { user: 'torturer', password: 'nothing is lost', role: 'manufacturer', email: 'torturer@example.org' };
  const response = await fetch(`${arena.urls()[0]}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`Sign-up failed: ${response.status} ${await response.text()}`);
  const { token } = (await response.json()) as { token: string };
  return { urls: arena.urls, user: body.user, token };
}
