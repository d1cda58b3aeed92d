import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { addEvents } from '../events.ts';

const REASON_MAX = 500;

/** The outcome of a charge; `started` while its payment waits. */
export type Outcome = {
  readonly outcome: 'started' | 'completed' | 'failed' | 'dropped';
  readonly reason: string | null;
  readonly paymentId: string | null;
};

/** Stores the outcome of an undecided charge, and notifies the account if the card did not pay. */
export async function endCharge(
  tx: Database,
  { invoiceId, step }: { readonly invoiceId: string; readonly step: number },
  { outcome, reason, paymentId }: Outcome,
  clock: number,
): Promise<void> {
  const said = outcome === 'completed' ? null : (reason?.slice(0, REASON_MAX) ?? null);
  const { rows } = await sql<{ accountId: string; offset: number }>`
    with ended as (
      update billing_charges set outcome = ${outcome}, reason = ${said}, payment_id = ${paymentId}
      where invoice_id = ${invoiceId} and step = ${step} and outcome = 'started' returning invoice_id
    )
    select account_id as "accountId", clock_offset_seconds as offset
    from ended join billing_invoices using (invoice_id) join billing_accounts using (account_id)
  `.execute(tx);
  const [account] = rows;
  if (account === undefined || outcome !== 'failed') return;
  const { accountId, offset } = account;
  const at = Math.floor(clock / 1000) + offset;
  await addEvents(
    tx,
    [{ accountId, invoiceId, at, kind: 'payment_failed', detail: { reason: said }, isMessage: true }],
    clock,
  );
}
