import {
  cancelRun,
  capabilities,
  changeSubscription,
  creditInvoice,
  estimatePrice,
  extendTrial,
  giveUpInvoice,
  listBillingEvents,
  listInvoices,
  listPlans,
  listSubscriptions,
  moveClock,
  plansOnOffer,
  previewChange,
  readAdministeredBilling,
  readBillingAccount,
  readInvoice,
  readRun,
  readSubscription,
  readUsage,
  routes,
  startRun,
  startTrial,
  tools,
  vocabulary,
  voidInvoice,
} from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import { startRounds } from '#platform/server/start-rounds.ts';
import { giveUpInvoice as giveUp, voidInvoice as voidOne } from './administration/close-invoice.ts';
import { creditInvoice as credit } from './administration/credit-invoice.ts';
import { extend } from './administration/extend-trial.ts';
import { listAll, readOne as readAccountOf } from './administration/list-subscriptions.ts';
import { describeEvent } from './describe-event.ts';
import { mountDetails } from './details/mount-details.ts';
import { readEvents } from './events.ts';
import { listOwn, readOne } from './invoices/read-invoices.ts';
import { startMessages } from './mail/send-messages.ts';
import { type BillingServices, openBilling } from './open-billing.ts';
import { mountInvoicePayments } from './payments/mount-invoice-payments.ts';
import { compareBillingCards } from './payments/seal-charges.ts';
import { startInvoicePayments } from './payments/start-invoice-payments.ts';
import { rebuildBilling } from './rebuild-billing.ts';
import { cancel, readLatestRun, start, stopRuns } from './runs/billing-runs.ts';
import { runDaily } from './runs/run-due.ts';
import { changeSubscription as change } from './subscription/change-subscription.ts';
import { describePlan } from './subscription/describe-subscription.ts';
import { estimate } from './subscription/estimate.ts';
import { moveOn } from './subscription/move-clock.ts';
import { preview } from './subscription/preview-change.ts';
import { readAccount, readOwnSubscription } from './subscription/read-account.ts';
import { startTrial as beginTrial } from './subscription/start-trial.ts';
import { mountTeam } from './team/mount-team.ts';
import { keepUsage } from './usage/keep-days.ts';
import { readUsageOf } from './usage/read-usage.ts';

const ROUND_MILLISECONDS = 60_000;
const USAGE_ROUND_MILLISECONDS = 600_000;

/** Plans, trials, subscriptions and their invoices. */
export const billingDomain: Domain<BillingServices, Account> = {
  name: 'billing',
  tools,
  vocabulary,
  tables: [
    'billing_accounts',
    'billing_carried',
    'billing_charges',
    'billing_brought',
    'billing_credits',
    'billing_events',
    'billing_invites',
    'billing_invoices',
    'billing_members',
    'billing_meter',
    'billing_numbers',
    'billing_runs',
    'billing_subscriptions',
    'billing_usage',
    'billing_usage_counts',
  ],
  capabilities,
  routes,
  open(services) {
    const billing = openBilling(services);
    const runs = { going: new Set<Promise<void>>(), stopping: false };
    return {
      mount(mount) {
        mount(listPlans, async () => ({ plans: plansOnOffer.map(describePlan) }));
        mount(estimatePrice, async ({ query }) => estimate(query));
        mount(readSubscription, ({ caller }) => readOwnSubscription(billing, caller));
        mount(startTrial, ({ body, caller, idempotencyKey }) => beginTrial(billing, caller, body, idempotencyKey));
        mount(previewChange, ({ body, caller }) => preview(billing, caller, body));
        mount(changeSubscription, ({ body, caller, idempotencyKey }) => change(billing, caller, body, idempotencyKey));
        mount(readBillingAccount, ({ caller }) => readAccount(billing, caller));
        mount(listBillingEvents, async ({ query, caller }) => ({
          events: (await readEvents(billing.database, caller.id, query.limit)).map(describeEvent),
        }));
        mount(listInvoices, ({ query, caller }) => listOwn(billing, caller, query));
        mount(readInvoice, ({ params, caller }) => readOne(billing, caller, params.invoiceId));
        mountDetails(mount, billing);
        mountTeam(mount, billing);
        mount(readUsage, ({ query, caller }) => readUsageOf(billing, caller, query));
        mount(moveClock, ({ body, caller }) => moveOn(billing, caller, body));
        mount(listSubscriptions, ({ query }) => listAll(billing, query));
        mount(readAdministeredBilling, ({ params }) => readAccountOf(billing, params.username));
        mount(extendTrial, ({ params, body, caller, idempotencyKey }) =>
          extend(billing, caller, params.username, body, idempotencyKey),
        );
        mount(creditInvoice, ({ params, body, caller, idempotencyKey }) =>
          credit(billing, caller, params.invoiceId, body, idempotencyKey),
        );
        mount(voidInvoice, ({ params, body, caller, idempotencyKey }) =>
          voidOne(billing, caller, params.invoiceId, body, idempotencyKey),
        );
        mount(giveUpInvoice, ({ params, body, caller, idempotencyKey }) =>
          giveUp(billing, caller, params.invoiceId, body, idempotencyKey),
        );
        mount(startRun, ({ caller }) => start(billing, runs, caller));
        mount(readRun, () => readLatestRun(billing));
        mount(cancelRun, () => cancel(billing));
        mountInvoicePayments(mount, billing.invoicePayments);
      },
      start() {
        const rounds = startRounds(runDaily(billing), {
          ...{ everyMilliseconds: ROUND_MILLISECONDS, log: billing.log },
          failing: 'due steps of subscriptions failed; retrying every minute',
        });
        const paid = startInvoicePayments(billing.invoicePayments, billing.log);
        const messages = startMessages(billing, billing.mailer);
        const days = startRounds(() => keepUsage(billing), {
          ...{ everyMilliseconds: USAGE_ROUND_MILLISECONDS, log: billing.log },
          failing: 'usage of subscriptions cannot be counted; retrying every ten minutes',
        });
        return {
          async stop() {
            await Promise.all([rounds.stop(), days.stop(), paid.stop(), messages.stop()]);
            await stopRuns(runs);
          },
        };
      },
      rebuild: async () => [
        ...(await rebuildBilling(billing.database)),
        ...(await compareBillingCards(billing.invoicePayments.payments)),
      ],
    };
  },
};
