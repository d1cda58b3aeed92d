import type { NextStep, PaymentOption, StoringPage, TestCard } from '#domains/payments/contract.ts';
import type { PaymentRow } from '../payments.ts';
import type { StoredCardRow } from './stored/stored-cards.ts';

/** The provider's current state of a payment. */
export type CardIntent = {
  /** `waiting` may still succeed; `failed` never will. */
  readonly state: 'waiting' | 'succeeded' | 'failed';
  readonly receivedCents: number;
  /** What is left of it after refunds and disputes. */
  readonly keptCents: number;
  /** Why it failed, or why less is left, for the payer to read. */
  readonly reason: string | null;
};

export type NewStored = Omit<StoredCardRow, 'cardId' | 'accountId' | 'provider' | 'addedAt' | 'seal'>;

/** A charge that the provider refuses permanently, with the reason for the payer. */
export class ChargeRefused extends Error {}

/** A notice of a provider. It only names the payment to read again; nothing else in it is trusted. */
export type CardEvent = {
  readonly id: string;
  readonly kind: string;
  /** The payment that the event names, or else the intent to find it by. */
  readonly paymentId: string | undefined;
  readonly intentId: string | undefined;
};

/** An intent in the provider's own list. */
export type ListedIntent = {
  readonly intentId: string;
  readonly paymentId: string | undefined;
  readonly keptCents: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
};

/**
 * Takes money from cards. Card data goes from the payer to the provider, never through this server. Every act is safe to repeat:
 * the payment's id is its idempotency key.
 */
export type CardProvider = {
  readonly name: 'test' | 'stripe';
  /** True if no money moves. */
  readonly isTest: boolean;
  readonly option: PaymentOption;
  /** How often waiting payments are read again, in case a notice was lost. */
  readonly roundMilliseconds: number;
  /** Starts taking a payment's money. Throws `ChargeRefused`. */
  charge(payment: PaymentRow, card: TestCard | undefined, stored?: StoredCardRow): Promise<void>;
  /** Stores a TEST card, or opens the page that asks for a card to store. Never called twice for one id.
   * `page` is where its owner comes back to. */
  store(cardId: string, card: TestCard, page: StoringPage): Promise<NewStored>;
  /** Returns the outcome of a pending card, or undefined while it is pending. */
  readStored(card: StoredCardRow): Promise<Pick<StoredCardRow, 'state' | 'label' | 'methodId'> | undefined>;
  /** Removes a stored card. */
  forget(card: StoredCardRow): Promise<void>;
  read(payment: PaymentRow): Promise<CardIntent>;
  /** Cancels a waiting payment, so that it can no longer be completed. Does nothing if its money has arrived. */
  cancel(payment: PaymentRow, reason: string): Promise<void>;
  next(payment: PaymentRow): Promise<NextStep | null>;
  /** Refunds cents to the card, once for each key. */
  refund(payment: PaymentRow, cents: number, key: string): Promise<void>;
  /** Returns the payment that an event is about, if this server opened it. */
  find(event: CardEvent): Promise<string | undefined>;
  /** Returns the provider's intents that began in a time span, for reconciliation. */
  list(from: number, to: number): Promise<ListedIntent[]>;
  /** Returns events that the provider does not push. */
  dueEvents(): Promise<CardEvent[]>;
};
