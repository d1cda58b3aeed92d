import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { readKnownEpcisEvents } from '../known-epcis-events.ts';
import { isMap, type JsonMap } from './check-shape.ts';
import { contentIdentity } from './content-identity.ts';
import type { PlannedBlock, PlannedEvent } from './event-to-block.ts';

const EVENTS_AT_A_TIME = 500;

/**
 * Returns the blocks of a plan that an import with former identities stored, each with its index. For an identity by event
 * hash, the event in the block is compared with the planned one, because events with one hash may differ.
 */
export async function findFormerBlocks(
  database: Database,
  plan: readonly PlannedEvent[],
): Promise<ReadonlyMap<PlannedBlock, number>> {
  const found = new Map<PlannedBlock, number>();
  for (let at = 0; at < plan.length; at += EVENTS_AT_A_TIME) {
    const some = plan.slice(at, at + EVENTS_AT_A_TIME);
    const known = await readKnownEpcisEvents(
      database,
      some.flatMap(({ blocks }) => blocks.flatMap(({ former }) => [former.spelled, former.byHash])),
    );
    if (known.size === 0) continue;
    const byHash = ({ former }: PlannedBlock) => known.get(former.byHash.toString('hex'));
    const identities = await readContentIdentities(
      database,
      some.flatMap(({ blocks: [first] }) => (first === undefined ? [] : (byHash(first) ?? []))),
    );
    for (const { blocks } of some) {
      const [first] = blocks;
      const isSame = first !== undefined && identities.get(byHash(first) ?? -1)?.equals(first.identity) === true;
      for (const block of blocks) {
        const index = known.get(block.former.spelled.toString('hex')) ?? (isSame ? byHash(block) : undefined);
        if (index !== undefined) found.set(block, index);
      }
    }
  }
  return found;
}

async function readContentIdentities(database: Database, indexes: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ index: number; meta: JsonMap }>`
    select index, data::json -> 'meta' as meta from ledger_blocks where index = any(${indexes}::bigint[])
  `.execute(database);
  return new Map(
    rows.flatMap(({ index, meta: { epcis, epcisContext } }) =>
      isMap(epcis) ? [[index, contentIdentity(epcis, Array.isArray(epcisContext) ? epcisContext : [])] as const] : [],
    ),
  );
}
