import { sql } from 'kysely';
import type { Row } from './report.ts';
import { rateOf, type Workspace } from './workspace.ts';

const SECONDS = 6;

export type Pace = { readonly blocks: number; readonly appends: number; readonly reads: number };

/** Measures appends and point reads per second at the chain's current length. */
export async function measurePace(place: Workspace): Promise<Pace> {
  const db = place.services.database;
  const { length } = await db.selectFrom('ledger_head').select('length').executeTakeFirstOrThrow();
  let n = 0;
  const read = async () => {
    n += 1;
    await sql`select * from blocks where index = ${(n * 7919) % length}`.execute(db);
  };
  await rateOf(read, 8, 1);
  const reads = await rateOf(read, 8, SECONDS);
  await rateOf(place.append, 64, 1);
  return { blocks: length, reads, appends: await rateOf(place.append, 64, SECONDS) };
}

/** Compares the rate at many blocks with that at few. */
export function compareGrowth(few: Pace, many: Pace): Row[] {
  const row = (what: string, pick: (pace: Pace) => number): Row => ({
    what: `${what} at ${many.blocks.toLocaleString('en-US')} blocks`,
    measured: `${Math.round(pick(many)).toLocaleString('en-US')}/s`,
    against: `the same at ${few.blocks.toLocaleString('en-US')}: ${Math.round(pick(few)).toLocaleString('en-US')}/s`,
    ratio: pick(many) / pick(few),
    bar: 0.8,
  });
  return [row('append, 64 callers,', (pace) => pace.appends), row('point read, 8 readers,', (pace) => pace.reads)];
}

/** Grows the chain to `blocks` through the sequencer, reporting progress. */
export async function growTo(place: Workspace, blocks: number): Promise<void> {
  const db = place.services.database;
  const length = async () => (await db.selectFrom('ledger_head').select('length').executeTakeFirstOrThrow()).length;
  for (let now = await length(); now < blocks; now = await length()) {
    const share = Math.floor((100 * now) / blocks);
    process.stderr.write(
      `\r  filling the chain: ${now.toLocaleString('en-US')} of ${blocks.toLocaleString('en-US')} blocks (${share} %) `,
    );
    let left = Math.min(100_000, blocks - now);
    await Promise.all(
      Array.from({ length: 2048 }, async () => {
        while (left-- > 0) await place.append();
      }),
    );
  }
  process.stderr.write('\n');
}
