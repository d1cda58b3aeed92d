import { type PaymentRow, type PendingFor, readPendingFor, subjectsOf } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { PROPERTY_TAX } from './requirements.ts';

/** The ids of pending payments by property and payer, after the requests of a batch so far. */
export type PendingIds = Map<string, Set<string>>;

export const pendingKey = (subject: string, accountId: string | null): string => `${subject} ${accountId ?? ''}`;

/**
 * Counts pending payments exactly, also while earlier batches are in flight: the payments that these opened or settled are not in the tables
 * yet. Ids are compared, so a batch that commits in between counts once.
 */
export function createPendingPayments() {
  const inFlight = new Map<object, readonly PaymentRow[]>();
  return {
    /** Reads the payments of these payers. `from` is where the batch reads its state. */
    async read(db: Database, wanted: readonly PendingFor[], from: 'memory' | 'tables'): Promise<PendingIds> {
      if (from === 'tables') inFlight.clear();
      const ids: PendingIds = new Map(
        wanted.map(({ subject, accountId }) => [pendingKey(subject, accountId), new Set<string>()]),
      );
      if (ids.size === 0) return ids;
      const later = [...inFlight.values()].flat();
      for (const { subject, accountId, paymentId } of await readPendingFor(db, PROPERTY_TAX, wanted))
        ids.get(pendingKey(subject, accountId))?.add(paymentId);
      for (const payment of later) notePayment(ids, payment);
      return ids;
    },
    /** Marks the payments that a batch changed as in flight. */
    sent: (batch: object, payments: readonly PaymentRow[]) => void inFlight.set(batch, payments),
    /** Marks them as stored in the tables. */
    committed: (batch: object) => void inFlight.delete(batch),
  };
}

/** Adds an opened payment to the ids, or removes a settled one. */
export function notePayment(ids: PendingIds, payment: PaymentRow): void {
  for (const subject of subjectsOf(payment)) {
    const known = ids.get(pendingKey(subject, payment.accountId));
    if (payment.state === 'pending') known?.add(payment.paymentId);
    else known?.delete(payment.paymentId);
  }
}
