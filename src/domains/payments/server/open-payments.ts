import { type Appender, type Ledger, readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  methodNotOffered,
  type PaymentMethod,
  type PaymentOption,
  paymentMethodNames,
} from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { gatherReads } from '#platform/server/database/gather-reads.ts';
import type { StripeConfig } from '#platform/server/stripe-config.ts';
import { bankTransfer } from './bank-transfer.ts';
import { cardMethod, noCards } from './cards/card-method.ts';
import type { CardProvider } from './cards/card-provider.ts';
import type { Cards } from './cards/cards.ts';
import type { Seals } from './cards/stored/seal-cards.ts';
import { createStripe, isLiveKey } from './cards/stripe/ask-stripe.ts';
import type { StripeWebhook } from './cards/stripe/receive-webhook.ts';
import { createStripeProvider } from './cards/stripe/stripe-provider.ts';
import { createTestProvider } from './cards/test-provider.ts';
import { createBlockCount } from './count-blocks.ts';
import type { ContractServices } from './digital/digital-contracts.ts';
import { type OpenDigital, openDigital } from './digital/open-digital.ts';
import { createLedgerWarning } from './ledger-warning.ts';
import type { Method } from './method.ts';
import { readFees } from './method-fees.ts';
import { createMoneyUses, type MoneyUses } from './money-uses.ts';
import type { Payee } from './payee.ts';
import { createPaymentRules } from './payment-rules.ts';
import { type PaymentRow, readPayments } from './payments.ts';
import type { SuspenseRequest } from './statements/suspense-rules.ts';

/** Payments at Stripe, with the secret that signs its notices. */
export type StripeCards = StripeWebhook;

export type Payments = {
  readonly database: Database;
  readonly clock: Clock;
  /** Keyed hashes of rows that allow a charge. */
  readonly seals: Seals;
  /** Payments by card; undefined without a provider. */
  readonly cards: Cards | undefined;
  /** Stripe, if it is configured; in the demo it takes no new payments. */
  readonly stripe: StripeCards | undefined;
  /** Payments in USDC and ETH. */
  readonly digital: OpenDigital;
  /** Reads a payment as it is now. */
  find(paymentId: string): Promise<PaymentRow | undefined>;
  /** Reads the hash of a block in hex. */
  hashOf(blockIndex: number): Promise<string | undefined>;
  /** Appends money that enters suspense or is paid back out of it. */
  readonly suspense: Appender<SuspenseRequest>;
  /** Ensures that a transfer on a chain pays once and the money of a line moves once. */
  readonly moneyUses: () => MoneyUses;
  /** Returns the warning for payers while the ledger has a known fault. */
  ledgerWarning(): Promise<string | undefined>;
  /** Counts the blocks of this domain. */
  countBlocks(): Promise<number>;
  /** Registers the payee of a kind of payments. A kind has one payee. */
  register(kind: string, payee: Payee): void;
  /** Returns the payee of a kind of payments. */
  payee(kind: string): Payee;
  /** The payees by the kind of their payments. */
  readonly payees: ReadonlyMap<string, Payee>;
  /** Returns every payment method, with the reason if it is not offered. */
  options(): Promise<PaymentOption[]>;
  /**
   * Returns a method that is offered now.
   *
   * @throws AppError `payments.method_not_offered`
   */
  offered(method: PaymentMethod): Promise<Method>;
  /** Returns a method, offered or not: earlier payments by it may still be pending. */
  method(method: PaymentMethod): Method;
};

type Services = ContractServices & {
  readonly ledger: Pick<Ledger, 'register' | 'verdict'>;
  readonly stripe: StripeConfig | undefined;
  readonly seals: Seals;
  /** Payee, bank and account of transfers. */
  readonly bankAccount: string | undefined;
  /** The URL that payers return to from a provider's page, and that wallets show when they sign. */
  readonly publicUrl: string;
};

/** Opens the payment methods. Domains register as payees of their kinds of payments. */
export function openPayments(services: Services): Payments {
  const { database, clock, demo, stripe: config, publicUrl, bankAccount, seals } = services;
  const payees = new Map<string, Payee>();
  const payee = (kind: string): Payee => {
    const found = payees.get(kind);
    if (found === undefined) throw new Error(`No domain is paid by payments of kind ${kind}`);
    return found;
  };
  const connect = (provider: CardProvider): Cards => ({ database, clock, provider, seals, payee });
  const stripe: StripeCards | undefined = config && {
    cards: connect(createStripeProvider({ database, clock, stripe: createStripe(config), publicUrl, payee })),
    webhookSecret: config.webhookSecret,
    isLive: isLiveKey(config.secretKey),
  };
  // The passwords of demo accounts are published, so they must never start a payment with real money.
  const cards = demo ? connect(createTestProvider({ database, clock })) : stripe?.cards;
  const moneyUses = createMoneyUses();
  const own = services.ledger.register(createPaymentRules(moneyUses()));
  const digital = openDigital({ ...services, payee, rates: own });
  const methods: Record<PaymentMethod, Method> = {
    bank: bankTransfer({ bankAccount, demo, payee }),
    fiat: cards === undefined ? noCards : cardMethod(cards),
    ...digital.methods,
  };
  return {
    database,
    clock,
    seals,
    cards,
    stripe,
    digital,
    find: gatherReads(async (ids: readonly string[]) => {
      const rows = await readPayments(database, ids);
      return new Map(rows.map((row) => [row.paymentId, row]));
    }),
    hashOf: gatherReads(async (indexes: readonly number[]) => {
      const blocks = await readBlocksAt(database, indexes);
      return new Map(blocks.map(({ index, hash }) => [index, hash]));
    }),
    suspense: own,
    moneyUses,
    ledgerWarning: createLedgerWarning(services.ledger),
    countBlocks: createBlockCount(database),
    register(kind, payee) {
      if (payees.has(kind)) throw new Error(`Payments of kind ${kind} have a payee already`);
      payees.set(kind, payee);
    },
    payee,
    payees,
    async options() {
      const [fees, options] = await Promise.all([
        readFees(database),
        Promise.all(Object.values(methods).map((method) => method.option())),
      ]);
      return options.map((option) => ({ ...option, fees: fees(option.method) }));
    },
    async offered(name) {
      const method = methods[name];
      const { offered, note } = await method.option();
      if (offered) return method;
      throw new AppError(methodNotOffered, `${paymentMethodNames[name]} is not offered here.`, {
        hint: 'GET /api/payments/methods lists the methods.',
        errors: [{ in: 'body', pointer: '/paymentMethod', message: note }],
      });
    },
    method: (name) => methods[name],
  };
}
