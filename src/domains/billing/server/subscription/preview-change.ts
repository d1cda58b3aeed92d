import { type Charge, dollarsOf, type InvoiceLine, type previewChange } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { type Billing, secondsOf } from '../billing.ts';
import type { DocumentLine } from '../documents/invoice-document.ts';
import { composeInvoice, readBuyers } from '../invoices/compose-invoice.ts';
import { readCredits } from '../invoices/credits.ts';
import { invoiceOf } from '../invoices/drafts.ts';
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
  const before = advance(customer.subscription, now, circumstances);
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
  const priced = (charge: NewCharge, ofCredit: number) => {
    const { document } = composeInvoice(billing, { ...invoiceOf(caller.id, charge), number: null, buyer }, ofCredit);
    return document;
  };
  const first = step.charge && priced(step.charge, credit);
  const second = next && priced(next, credit - (first?.totals.creditCents ?? 0));
  return {
    now: first === undefined || step.charge === undefined ? null : describeCharge(step.charge.at, first),
    next: second === undefined || next === undefined ? null : describeCharge(next.at, second),
    atPeriodEnd: state.nextTerms === undefined ? null : describeTerms(state.nextTerms),
    endsAt: next === undefined && state.endedAt === undefined ? instant(state.period.end) : null,
  };
}

/** Returns a subscription after all steps that are due. */
function advance(
  state: SubscriptionState,
  now: number,
  circumstances: Parameters<typeof nextStep>[2],
): SubscriptionState {
  const step = nextStep(state, now, circumstances);
  return step === undefined ? state : advance(step.state, now, circumstances);
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
