import type { Account } from '#domains/participants/server/index.ts';
import { callChain } from '#platform/contract/json-rpc.ts';
import type { AnswerJsonRpc } from '#platform/server/evm/answer-json-rpc.ts';
import { JsonText, type Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { answerPayment } from './answer-payment.ts';
import { confirmTestCard } from './cards/confirm-test-card.ts';
import { readReconciliations } from './cards/reconcile/reconciliations.ts';
import { listStoredCards, removeStoredCard, storeCard } from './cards/stored/store-card.ts';
import { receiveWebhook } from './cards/stripe/receive-webhook.ts';
import { mountDigital } from './digital/mount-digital.ts';
import type { Payments } from './open-payments.ts';
import { requirePayer } from './payer.ts';
import { readPayment } from './read-payment.ts';
import { requirePayment } from './require-payment.ts';

/** Serves the routes of the payment methods, for every kind of payment. */
export function mountPayments(mount: Mount<Account>, payments: Payments, answer: AnswerJsonRpc): void {
  mount(contract.listPaymentMethods, async () => {
    const ledgerWarning = await payments.ledgerWarning();
    return { methods: await payments.options(), ...(ledgerWarning === undefined ? {} : { ledgerWarning }) };
  });
  mount(contract.readPayment, (call) => readPayment(payments, call.params.paymentId, call));
  mount(contract.confirmTestCard, async ({ params: { paymentId }, body, ...call }) => {
    const payment = await requirePayment(payments, paymentId);
    requirePayer(payment, call);
    await confirmTestCard(payments.cards, payment, body.decision);
    return answerPayment(payments, await requirePayment(payments, paymentId));
  });
  mount(contract.listReconciliations, async ({ query }) => ({
    reconciliations: await readReconciliations(payments.database, query.limit),
  }));
  mount(contract.receiveStripeEvent, async ({ body, signature }) => {
    await receiveWebhook(payments.stripe, { body, signature });
    return { received: true as const };
  });
  mount(contract.listStoredCards, async ({ caller }) => ({ cards: await listStoredCards(payments.cards, caller) }));
  mount(contract.storeCard, async ({ body, caller }) => ({ card: await storeCard(payments.cards, caller, body) }));
  mount(contract.removeStoredCard, async ({ params, caller }) => {
    await removeStoredCard(payments.cards, caller, params.cardId);
    return { removed: true as const };
  });
  mountDigital(mount, payments.digital);
  mount(callChain, async ({ body, ip }) => new JsonText(await answer(body, ip)));
}
