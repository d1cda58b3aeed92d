import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import type { Directory } from '#domains/participants/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createEventRules, type EventRequest } from './event-rules.ts';
import { loadKnownTexts } from './search-texts.ts';

export type Trace = {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Directory;
  /** Every event reaches the chain through this appender. */
  readonly events: Appender<EventRequest>;
};

/** Opens the recording of events on a ledger. */
export async function openTrace(ledger: Ledger, directory: Directory, clock: Clock): Promise<Trace> {
  const rules = createEventRules(await loadKnownTexts(ledger.database));
  return { database: ledger.database, clock, directory, events: ledger.register(rules) };
}
