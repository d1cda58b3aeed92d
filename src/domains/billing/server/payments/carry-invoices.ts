import { sql } from 'kysely';
import type { InvoiceState } from '#domains/billing/contract.ts';
import { type Payments, readPaidOn, readPayments, readSettledAfter } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { dunningAt, READ_ONLY_STEP } from '../dunning/dunning-steps.ts';
import { releaseIfPaid } from '../dunning/release.ts';
import { addEvents } from '../events.ts';
import { addCredits } from '../invoices/credits.ts';
import { sumOf } from './due.ts';
import { endCharge } from './end-charge.ts';
import { invoicePayments } from './invoice-payments.ts';

const AT_ONCE = 200;

type Services = Pick<Payments, 'database' | 'clock'>;
type Invoice = {
  readonly invoiceId: string;
  readonly accountId: string;
  readonly state: InvoiceState;
  /** The amount to be paid: the invoice less credit and credit notes. */
  readonly payable: number;
  /** The overpayment that is already credit of the account. */
  readonly overpaid: number;
  readonly dunningStep: number;
  /** Whether it was uncollectible before it was paid. */
  readonly isGivenUp: boolean;
  /** In seconds since 1970, in billing time. */
  readonly dueAt: number;
  readonly dunningAt: number | null;
  readonly now: number;
};

/**
 * Updates an invoice by its completed payments, as their blocks state them: it is paid, or open again, and an overpayment
 * is credit of its account. Safe to repeat at any time, in any number of processes.
 */
export async function carryInvoice({ database, clock }: Services, invoiceId: string): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId, clock());
    if (invoice === undefined) return;
    const { accountId, now: at } = invoice;
    const paid = sumOf(await readPaidOn(tx, invoicePayments, [invoiceId]));
    const state = stateOf(invoice, paid);
    const reopens = invoice.state === 'paid' && state === 'open';
    const next = reopens ? (dunningAt(invoice.dunningStep, invoice.dueAt) ?? null) : invoice.dunningAt;
    await sql`
      update billing_invoices set paid_cents = ${paid}, state = ${state},
        closed_at = case when state = ${state} then closed_at when ${state} <> 'open' then to_timestamp(${at}::float8) end,
        dunning_at = case when ${state} = 'open' then to_timestamp(${next}::float8) end
      where invoice_id = ${invoiceId} and (paid_cents, state) is distinct from (${paid}::bigint, ${state}::text)
    `.execute(tx);
    const beyond = Math.max(0, paid - (invoice.state === 'void' ? 0 : invoice.payable)) - invoice.overpaid;
    if (beyond !== 0) await addCredits(tx, 'overpaid', [{ accountId, invoiceId, cents: beyond, at }]);
    await endCharges(tx, { ...invoice, state }, clock());
    if (state === invoice.state) return;
    const kind = state === 'paid' ? 'invoice_paid' : 'invoice_reopened';
    await addEvents(tx, [{ accountId, invoiceId, at, kind, detail: { cents: paid }, isMessage: true }], clock());
    if (state === 'paid') await releaseIfPaid(tx, accountId, at, clock());
    else await stopAgain(tx, invoice, clock());
  });
}

/** Locks the account first, like every other change of an account's invoices. */
async function lockInvoice(tx: Database, invoiceId: string, clock: number): Promise<Invoice | undefined> {
  const { rows: accounts } = await sql<{ offset: number }>`
    select clock_offset_seconds as offset from billing_accounts
    where account_id = (select account_id from billing_invoices where invoice_id = ${invoiceId}) for update
  `.execute(tx);
  const { rows } = await sql<Omit<Invoice, 'now'>>`
    select invoice_id as "invoiceId", account_id as "accountId", state, gross_cents - credit_cents - credited_cents as payable,
      dunning_step as "dunningStep", given_up_at is not null as "isGivenUp", extract(epoch from due_at)::bigint as "dueAt", extract(epoch from dunning_at)::bigint as "dunningAt",
      (select coalesce(sum(cents), 0)::bigint from billing_credits
        where billing_credits.invoice_id = billing_invoices.invoice_id and why = 'overpaid') as overpaid
    from billing_invoices where invoice_id = ${invoiceId} and kind = 'invoice' and number is not null for update
  `.execute(tx);
  return rows[0] && { ...rows[0], now: Math.floor(clock / 1000) + (accounts[0]?.offset ?? 0) };
}

/** An invoice that was uncollectible before it was paid becomes uncollectible again, without reminders. */
function stateOf({ state, payable, isGivenUp }: Invoice, paid: number): InvoiceState {
  if (state === 'void') return state;
  if (paid >= payable) return 'paid';
  if (state !== 'paid') return state;
  return isGivenUp ? 'uncollectible' : 'open';
}

/** Makes an account read-only again, if its invoice had made it read-only before it was paid. */
async function stopAgain(tx: Database, { accountId, invoiceId, dunningStep, now: at }: Invoice, clock: number) {
  if (dunningStep < READ_ONLY_STEP) return;
  const { numAffectedRows } = await sql`
    update billing_accounts set read_only_since = to_timestamp(${at}::float8) where account_id = ${accountId} and read_only_since is null
  `.execute(tx);
  if (numAffectedRows === 1n)
    await addEvents(tx, [{ accountId, invoiceId, at, kind: 'read_only', isMessage: true }], clock);
}

/** Stores the outcome of charges whose payment has completed or failed. One that was closed because the invoice was settled is dropped. */
async function endCharges(tx: Database, { invoiceId, state }: Invoice, clock: number): Promise<void> {
  const { rows } = await sql<{ paymentId: string; step: number }>`
    select payment_id as "paymentId", step from billing_charges
    where invoice_id = ${invoiceId} and outcome = 'started' and payment_id is not null
  `.execute(tx);
  const payments = await readPayments(
    tx,
    rows.map(({ paymentId }) => paymentId),
  );
  for (const { step, paymentId: id } of rows) {
    const payment = payments.find(({ paymentId }) => paymentId === id);
    if (payment === undefined || payment.state === 'pending') continue;
    const isDropped = payment.state === 'failed' && (state === 'paid' || state === 'void');
    const outcome = isDropped ? 'dropped' : payment.state;
    await endCharge(tx, { invoiceId, step }, { outcome, reason: payment.reason, paymentId: id }, clock);
  }
}

/** Updates every invoice by payments settled since the last round, also by other processes. */
export async function carryInvoices(services: Services): Promise<void> {
  const { database } = services;
  for (;;) {
    const { rows } = await sql<{ index: number }>`select settled_index as index from billing_carried`.execute(database);
    const from = rows[0]?.index ?? -1;
    const settled = await readSettledAfter(database, invoicePayments.kind, from, AT_ONCE);
    for (const invoiceId of new Set(settled.map(({ subject }) => subject))) await carryInvoice(services, invoiceId);
    const last = settled.at(-1)?.settledIndex ?? from;
    if (last > from)
      await sql`update billing_carried set settled_index = ${last} where settled_index < ${last}`.execute(database);
    if (settled.length < AT_ONCE) return;
  }
}
