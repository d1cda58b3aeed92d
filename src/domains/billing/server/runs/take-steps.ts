import { sql } from 'kysely';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { dunningAt, dunningSteps } from '../dunning/dunning-steps.ts';
import { addEvents, type NewEvent } from '../events.ts';
import type { ToIssue } from '../invoices/compose-invoice.ts';
import { DRAFT_SECONDS, fromDraft, hashDraft, invoiceOf, storeDrafts } from '../invoices/drafts.ts';
import { type InvoiceRow, readWaiting } from '../invoices/invoice-rows.ts';
import { issue } from '../invoices/issue-invoices.ts';
import { requireGenuineDrafts } from '../invoices/require-genuine-drafts.ts';
import { recordChanges } from '../subscription/record-changes.ts';
import { type Customer, lockCustomers } from '../subscription/subscription-rows.ts';
import { nextStep, type SubscriptionState } from '../subscription/subscription-state.ts';

/** The result of one step of some accounts: the number of accounts that took one, and the invoices to charge to cards now. */
export type StepsTaken = { readonly accounts: number; readonly toCharge: readonly string[]; readonly issued: number };

/** Events that the account is notified about. */
const messages: ReadonlySet<string> = new Set([
  ...['trial_ends_soon', 'trial_expired', 'subscription_began', 'subscription_ended_unpaid'],
  ...dunningSteps.map(({ kind }) => kind),
]);

/** The changes of a batch of accounts, which are written together. */
type Changes = {
  readonly states: { accountId: string; state: SubscriptionState }[];
  readonly events: NewEvent[];
  readonly drafts: ToIssue[];
  readonly toIssue: ToIssue[];
  readonly dunned: {
    invoiceId: string;
    step: number;
    takenAt: number;
    at: number | null;
    state: 'open' | 'uncollectible';
  }[];
  readonly readOnly: { accountId: string; since: number }[];
};

/**
 * Takes the earliest due step of each of these accounts, in the caller's transaction: a trial ends, a period begins, a draft is issued,
 * a reminder is sent. One step at a time, so that each is judged by the result of earlier ones. Accounts that another transaction is
 * changing are left out. Repeating it does nothing twice.
 *
 * @throws DamagedDraft, DamagedSubscription, DamagedDetails, DamagedCredit
 */
export async function takeSteps(tx: Database, billing: Billing, accountIds: readonly string[]): Promise<StepsTaken> {
  const customers = await lockCustomers(tx, accountIds, { skips: true });
  const waiting = Map.groupBy(
    await readWaiting(
      tx,
      customers.map(({ accountId }) => accountId),
    ),
    ({ accountId }) => accountId,
  );
  const changes: Changes = { states: [], events: [], drafts: [], toIssue: [], dunned: [], readOnly: [] };
  let accounts = 0;
  for (const customer of customers)
    if (takeStep(customer, waiting.get(customer.accountId) ?? [], secondsOf(billing.clock), changes)) accounts += 1;
  const toCharge = await write(tx, billing, changes);
  return { accounts, toCharge, issued: changes.toIssue.length };
}

/** Notes the earliest due step of an account, and reports whether there is one. */
function takeStep(customer: Customer, waiting: readonly InvoiceRow[], clock: number, changes: Changes): boolean {
  const { accountId, subscription, hasDetails, readOnlySince } = customer;
  const now = clock + customer.clockOffsetSeconds;
  const earliest = waiting
    .map((invoice) => ({ invoice, at: whenOf(invoice) }))
    .reduce<{ invoice: InvoiceRow; at: number } | undefined>(
      (a, b) => (a === undefined || b.at < a.at ? b : a),
      undefined,
    );
  const due = subscription?.dueAt ?? Number.POSITIVE_INFINITY;
  // At the same time, steps of the ending period come first.
  if (earliest !== undefined && earliest.at <= now && earliest.at <= due) {
    if (earliest.invoice.state === 'draft') changes.toIssue.push(fromDraft(earliest.invoice));
    else remind(customer, earliest.invoice, earliest.at, changes);
    return true;
  }
  if (subscription === undefined) return false;
  // A step that was due before the account became read-only is taken as it was due: its time may have been altered meanwhile.
  const isReadOnly = readOnlySince !== undefined && readOnlySince <= due;
  const step = nextStep(subscription, now, { hasDetails, isReadOnly });
  if (step === undefined) return false;
  changes.states.push({ accountId, state: step.state });
  changes.events.push(...step.events.map((event) => ({ ...event, accountId, isMessage: messages.has(event.kind) })));
  if (step.charge !== undefined) {
    const draft = invoiceOf(accountId, step.charge);
    const { invoiceId, at } = draft;
    changes.drafts.push(draft);
    changes.events.push({ accountId, invoiceId, at, kind: 'invoice_drafted', detail: { sha256: hashDraft(draft) } });
  }
  return true;
}

/** A reminder follows from the due day: its stored time may have been altered to an earlier one. */
const whenOf = ({ state, createdAt, dueAt, dunningStep }: InvoiceRow): number =>
  state === 'draft'
    ? createdAt + DRAFT_SECONDS
    : (dunningAt(dunningStep, dueAt ?? createdAt) ?? Number.POSITIVE_INFINITY);

function remind(
  { accountId, readOnlySince, subscription }: Customer,
  invoice: InvoiceRow,
  at: number,
  changes: Changes,
) {
  const { invoiceId, dunningStep, dueAt, createdAt } = invoice;
  const found = dunningSteps[dunningStep];
  if (found === undefined)
    throw new Error(`Broken invariant: ${invoiceId} waits for step ${dunningStep} of ${dunningSteps.length}`);
  const isGivenUp = found.kind === 'uncollectible';
  changes.events.push({ accountId, invoiceId, at, kind: found.kind, isMessage: true });
  changes.dunned.push({
    ...{ invoiceId, step: dunningStep + 1, takenAt: at, state: isGivenUp ? 'uncollectible' : 'open' },
    at: dunningAt(dunningStep + 1, dueAt ?? createdAt) ?? null,
  });
  if (found.kind === 'read_only' && readOnlySince === undefined) changes.readOnly.push({ accountId, since: at });
  if (!isGivenUp || subscription === undefined || subscription.endedAt !== undefined) return;
  const ended = { ...subscription, status: 'cancelled' as const, endedAt: at, dueAt: undefined, nextTerms: undefined };
  changes.states.push({ accountId, state: { ...ended, cancelAtPeriodEnd: false } });
  changes.events.push({ accountId, at, kind: 'subscription_ended_unpaid', isMessage: true });
}

async function write(tx: Database, billing: Billing, changes: Changes): Promise<string[]> {
  const { states, events, drafts, toIssue, dunned, readOnly } = changes;
  const { clock } = billing;
  const changing = new Set(states.map(({ accountId }) => accountId));
  const eventsOf = Map.groupBy(events, ({ accountId }) => accountId);
  await storeDrafts(tx, drafts);
  await addEvents(
    tx,
    events.filter(({ accountId }) => !changing.has(accountId)),
    clock(),
  );
  if (dunned.length > 0)
    await sql`
      update billing_invoices i set dunning_step = step, dunning_at = to_timestamp(at), state = given.state,
        closed_at = case given.state when 'uncollectible' then to_timestamp("takenAt") end,
        given_up_at = case given.state when 'uncollectible' then to_timestamp("takenAt") end
      from jsonb_to_recordset(${JSON.stringify(dunned)}::jsonb) as given ("invoiceId" text, step int, "takenAt" float8, at float8, state text)
      where i.invoice_id = "invoiceId"
    `.execute(tx);
  if (readOnly.length > 0)
    await sql`
      update billing_accounts a set read_only_since = to_timestamp(since)
      from jsonb_to_recordset(${JSON.stringify(readOnly)}::jsonb) as given ("accountId" uuid, since float8)
      where a.account_id = "accountId"
    `.execute(tx);
  await requireGenuineDrafts(tx, toIssue);
  // Numbers are locked before the head of the chain, here as everywhere.
  const issued = await issue(tx, billing, toIssue);
  await recordChanges(
    tx,
    states.map((change) => ({ ...change, events: eventsOf.get(change.accountId) ?? [] })),
    clock,
  );
  const givenUp = dunned.filter(({ state }) => state === 'uncollectible');
  await appendBlocks(
    tx,
    givenUp.map(({ invoiceId: invoice, state }) =>
      billingBlockTypes.draft({ action: 'billing.invoice_closed', invoice, state }),
    ),
    clock,
  );
  return [...issued.map(({ invoiceId }) => invoiceId), ...dunned.map(({ invoiceId }) => invoiceId)];
}
