import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaymentRow } from './payments.ts';

/**
 * Returns why payments were closed without money, by their ids: what the server states, such as that a card was declined or that nothing arrived in time.
 * The reasons of administrators are for the record, and only for others who keep it: they are included with `ofPeople`.
 */
export async function readClosingReasons(
  db: Database,
  rows: readonly PaymentRow[],
  { ofPeople }: { ofPeople: boolean },
): Promise<ReadonlyMap<string, string>> {
  const closed = rows.filter(({ state, reason }) => state === 'failed' && reason !== null);
  const blocks = ofPeople
    ? []
    : await readBlocksAt(
        db,
        closed.flatMap(({ settledIndex }) => settledIndex ?? []),
      );
  const byPeople = new Set(blocks.filter(({ data }) => data['user'] !== undefined).map(({ index }) => index));
  return new Map(
    closed
      .filter(({ settledIndex }) => settledIndex !== null && !byPeople.has(settledIndex))
      .map(({ paymentId, reason }) => [paymentId, reason ?? '']),
  );
}
