import type { Ledger, Sequencer } from '#domains/ledger/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createEventRules, type EventRequest } from './event-rules.ts';

export type Trace = {
  readonly database: Database;
  readonly clock: Clock;
  /** The one way in which events reach the chain. */
  readonly events: Sequencer<EventRequest>;
};

/** Opens the recording of events on a ledger. */
export async function openTrace(ledger: Ledger, clock: Clock): Promise<Trace> {
  const known = await ledger.database.selectFrom('asset_grams').select('gram').execute();
  const rules = createEventRules(new Set(known.map((row) => row.gram)));
  return { database: ledger.database, clock, events: ledger.sequence(rules) };
}
