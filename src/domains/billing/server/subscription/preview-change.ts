import { type Charge, dollarsOf, type InvoiceLine, type previewChange } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Billing, secondsOf } from '../billing.ts';
import type { DocumentLine } from '../documents/invoice-document.ts';
import { composeInvoice, readBuyers, type ToIssue } from '../invoices/compose-invoice.ts';
import { readCredits } from '../invoices/credits.ts';
import { DRAFT_SECONDS, fromDraft, invoiceOf } from '../invoices/drafts.ts';
import { readWaiting } from '../invoices/invoice-rows.ts';
import { readStanding } from '../invoices/standing.ts';
import { describeTax } from '../tax/decide-tax.ts';
import { requirePaysItself } from '../team/lock-teams.ts';
import { circumstancesOf, requireSubscription } from './change-subscription.ts';
import { changeTerms } from './change-terms.ts';
import { describeTerms, instant } from './describe-subscription.ts';
import { isOff } from './start-trial.ts';
import { findCustomer } from './subscription-rows.ts';
import { type NewCharge, nextStep, type Step, type SubscriptionState } from './subscription-state.ts';

/**
 * Returns the charge of a change now, and the next charge when the period ends: by the same functions as the change, the run and the invoices, so
 * that both are the same to the cent. Changes nothing.
 *
 * @throws AppError as the change does
 */
export async function preview(
  billing: Billing,
  caller: Account,
  change: BodyIn<typeof previewChange>,
): Promise<ResponseOut<typeof previewChange>> {
  const { database, clock, config } = billing;
  if (!config.enabled) throw isOff();
  const customer = await findCustomer(database, caller.id);
  requireSubscription(customer);
  const isChange = Object.keys(change).length > 0;
  if (isChange) await requirePaysItself(database, caller.id);
  const now = secondsOf(clock) + customer.clockOffsetSeconds;
  const circumstances = circumstancesOf(customer);
  const { state: before, charges } = advance(customer.subscription, now, circumstances);
  const step: Step = isChange
    ? changeTerms(before, change, now, {
        ...circumstances,
        standingCents: await readStanding(database, caller.id, before.period, now),
      })
    : { state: before, events: [], charge: undefined };
  const { state } = step;
  // A preview in a trial shows its outcome, also before there are billing details.
  const next = nextCharge(state, { ...circumstances, hasDetails: true });
  const [buyers, credits] = await Promise.all([readBuyers(database, [caller.id]), readCredits(database, [caller.id])]);
  const buyer = buyers.get(caller.id);
  const credit = Math.max(0, credits.get(caller.id) ?? 0);
  const waiting = await readDrafts(database, caller.id, charges);
  const isBefore = ({ at }: ToIssue) => at <= now;
  const upcoming = [
    ...waiting.filter(isBefore),
    ...(step.charge === undefined ? [] : [invoiceOf(caller.id, step.charge)]),
    ...waiting.filter((one) => !isBefore(one)),
    ...(next === undefined ? [] : [drafted(caller.id, next)]),
  ];
  // Invoices use up credit in the order in which they are issued, and drafts that wait are among them.
  let left = credit;
  const priced = upcoming.map((one) => {
    const { document } = composeInvoice(billing, { ...one, number: null, buyer }, left);
    left -= document.totals.creditCents;
    return describeCharge(one.at, document);
  });
  return {
    now: step.charge === undefined ? null : (priced[waiting.filter(isBefore).length] ?? null),
    next: next === undefined ? null : (priced.at(-1) ?? null),
    atPeriodEnd: state.nextTerms === undefined ? null : describeTerms(state.nextTerms),
    endsAt: next === undefined && state.endedAt === undefined ? instant(state.period.end) : null,
  };
}

/** Returns the invoice of a new period, which is a draft first, as of the time when it is issued. */
const drafted = (accountId: string, charge: NewCharge): ToIssue => ({
  ...invoiceOf(accountId, charge),
  at: charge.at + DRAFT_SECONDS,
});

/** Returns the drafts of an account, and those of charges that are due to be drafted, in the order in which they are issued. */
async function readDrafts(db: Database, accountId: string, due: readonly NewCharge[]): Promise<ToIssue[]> {
  const stored = (await readWaiting(db, [accountId])).filter(({ state }) => state === 'draft').map(fromDraft);
  return [...stored, ...due.map((charge) => drafted(accountId, charge))].toSorted((a, b) => a.at - b.at);
}

/** Returns a subscription after all steps that are due, and their charges. */
function advance(
  state: SubscriptionState,
  now: number,
  circumstances: Parameters<typeof nextStep>[2],
): { state: SubscriptionState; charges: NewCharge[] } {
  const step = nextStep(state, now, circumstances);
  if (step === undefined) return { state, charges: [] };
  const { state: after, charges } = advance(step.state, now, circumstances);
  return { state: after, charges: [...(step.charge === undefined ? [] : [step.charge]), ...charges] };
}

/** Returns the charge of the next period, at the agreed terms; undefined if there is none. */
function nextCharge(state: SubscriptionState, circumstances: Parameters<typeof nextStep>[2]): NewCharge | undefined {
  const end = state.trialEnd !== undefined && state.status === 'trial' ? state.trialEnd : state.period.end;
  const step = nextStep(state, end, circumstances);
  if (step === undefined) return undefined;
  return (
    step.charge ??
    (step.state.endedAt === undefined && step.state.dueAt !== state.dueAt
      ? nextCharge(step.state, circumstances)
      : undefined)
  );
}

export const describeLine = ({ text, quantity, unitCents, cents, period }: DocumentLine): InvoiceLine => ({
  ...{ text, quantity },
  unitPrice: unitCents === null ? null : dollarsOf(unitCents),
  from: period?.start ?? null,
  until: period?.end ?? null,
  amount: dollarsOf(cents),
});

type Priced = ReturnType<typeof composeInvoice>['document'];

const describeCharge = (at: number, { lines, tax, totals }: Priced): Charge => ({
  at: instant(at),
  lines: lines.map(describeLine),
  net: dollarsOf(totals.netCents),
  tax: dollarsOf(totals.taxCents),
  taxText: describeTax(tax),
  gross: dollarsOf(totals.grossCents),
  credit: dollarsOf(totals.creditCents),
  due: dollarsOf(totals.dueCents),
});
