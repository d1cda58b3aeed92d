import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import type { Payments } from '../open-payments.ts';
import type { Clerk, Payee, Unannounced } from '../payee.ts';
import { readPaymentsWithBlocks } from '../payment-blocks.ts';
import { newPaymentId } from '../payment-id.ts';
import { findOpenedBy, type PaymentRow } from '../payments.ts';
import { judgeFailure, judgeSettling } from './judge.ts';
import { judgeReceiving, type NewReceipt } from './judge-receiving.ts';
import { judgeReversal } from './judge-reversal.ts';
import { noSuchPayment, type OneSubjectRequest } from './request.ts';
import { describeAltered, requireUnaltered } from './require-unaltered.ts';
import { createOneSubjectRules } from './rules.ts';
import type { OneSubject } from './settings.ts';

/** Payments of a kind, each for one subject. */
export type OneSubjectPayments = {
  readonly of: OneSubject;
  readonly payments: Payments;
  readonly payee: Payee;
  readonly requests: Appender<OneSubjectRequest, readonly PaymentRow[]>;
  /** Lets the paid domain act on its payments. Never rejects: what cannot be done now is done later. */
  readonly carry: (subject: string) => Promise<void>;
};

type Services = Pick<OneSubjectPayments, 'payments' | 'carry'> & {
  readonly ledger: Pick<Ledger, 'register'>;
  /** The name of the rules, to distinguish them from others of the domain. */
  readonly part: string;
  readonly mayConfirm: (by: Clerk) => boolean;
  readonly bankAccount?: string | null;
  /** Has the kind take money that no payment announced. Without it, such money stays in suspense. */
  readonly unannounced?: Pick<Unannounced, 'recognize' | 'resolve'> & {
    /** Returns who pays for a subject, and what refuses money for it. */
    find(subject: string): Promise<Pick<NewReceipt, 'accountId' | 'admit'>>;
  };
};

/** Registers a domain as the payee of payments of a kind, which are for one subject each. */
export function openOneSubject(
  of: OneSubject,
  { ledger, part, payments, carry, mayConfirm, bankAccount, unannounced }: Services,
): OneSubjectPayments {
  const { database } = payments;
  const requests = ledger.register(createOneSubjectRules(of, payments.moneyUses()), part);
  // Compared here too: the cached payment of the rules follows the blocks, even if its row was altered meanwhile.
  const find = async (paymentId: string): Promise<PaymentRow> => {
    const [found] = await readPaymentsWithBlocks(database, [paymentId]);
    if (found?.payment.kind !== of.kind) throw noSuchPayment(of, paymentId);
    requireUnaltered(of, paymentId, describeAltered(of, found) ?? (await of.describeAlteredDue?.(database, paymentId)));
    return found.payment;
  };
  const openedBy = async (index: number): Promise<string> => {
    // A repeated request gets the entry of the first one.
    const entry = await findOpenedBy(database, index);
    if (entry === undefined) throw new Error(`Broken invariant: block ${index} opened an entry`);
    return entry.paymentId;
  };
  const payee: Payee = {
    shown: of.shown,
    mayConfirm,
    ...(bankAccount === undefined ? {} : { bankAccount }),
    async settle(paymentId, arrivedCents, user, evidence) {
      const { subject } = await find(paymentId);
      await requests.append(judgeSettling(of, paymentId, arrivedCents, user, evidence), evidence?.source?.key);
      await carry(subject);
    },
    async fail(paymentId, reason, user) {
      const { subject } = await find(paymentId);
      await requests.append(judgeFailure(of, paymentId, reason, user));
      await carry(subject);
    },
    async reverse(paymentId, reason, user, { cents, key, byHand = false } = {}) {
      const { subject } = await find(paymentId);
      const request = judgeReversal(of, { paymentId, reversalId: newPaymentId(), cents, reason, user, byHand });
      const once =
        key === undefined ? undefined : { scope: `reversal:${paymentId}`, key, fingerprint: fingerprintOf(key) };
      const { index } = await requests.append(request, once);
      await carry(subject);
      return openedBy(index);
    },
    ...(unannounced === undefined
      ? {}
      : {
          unannounced: {
            ...unannounced,
            async receive(subject, cents, user, source) {
              const receipt = { ...(await unannounced.find(subject)), paymentId: newPaymentId(), subject };
              const request = judgeReceiving(of, { ...receipt, cents, user, source });
              const { index } = await requests.append(request, source.key);
              await carry(subject);
              return openedBy(index);
            },
          },
        }),
  };
  payments.register(of.kind, payee);
  return { of, payments, payee, requests, carry };
}
