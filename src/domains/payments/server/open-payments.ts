import {
  methodNotOffered,
  type PaymentMethod,
  type PaymentOption,
  paymentMethodNames,
} from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { bankTransfer } from './bank-transfer.ts';
import { cardMethod, noCards } from './cards/card-method.ts';
import type { Cards } from './cards/cards.ts';
import { createTestProvider } from './cards/test-provider.ts';
import type { Method } from './method.ts';
import type { Payee } from './payee.ts';

export type Payments = {
  readonly database: Database;
  readonly clock: Clock;
  /** Payments by card; undefined without a provider. */
  readonly cards: Cards | undefined;
  /** Makes a domain the one that is paid by payments of a kind. A kind has one payee. */
  register(kind: string, payee: Payee): void;
  /** Returns the payee of a kind of payments. */
  payee(kind: string): Payee;
  /** Returns every payment method, and for one that is not offered why. */
  options(): Promise<PaymentOption[]>;
  /**
   * Returns a method that is offered now.
   *
   * @throws AppError `payments.method_not_offered`
   */
  offered(method: PaymentMethod): Promise<Method>;
  /** Returns a method, offered or not: payments that were opened by it may still be pending. */
  method(method: PaymentMethod): Method;
};

type Services = { database: Database; clock: Clock; demo: boolean };

/** Opens the payment methods. Domains register what their payments pay for. */
export function openPayments({ database, clock, demo }: Services): Payments {
  const payees = new Map<string, Payee>();
  const payee = (kind: string): Payee => {
    const found = payees.get(kind);
    if (found === undefined) throw new Error(`No domain is paid by payments of kind ${kind}`);
    return found;
  };
  const provider = demo ? createTestProvider({ database, clock }) : undefined;
  const cards = provider === undefined ? undefined : { database, clock, provider, payee };
  const methods: Record<PaymentMethod, Method> = {
    bank: bankTransfer,
    fiat: cards === undefined ? noCards : cardMethod(cards),
    usdc: notConnected('usdc'),
    eth: notConnected('eth'),
  };
  return {
    database,
    clock,
    cards,
    register(kind, payee) {
      if (payees.has(kind)) throw new Error(`Payments of kind ${kind} have a payee already`);
      payees.set(kind, payee);
    },
    payee,
    options: async () => Promise.all(Object.values(methods).map((method) => method.option())),
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

const notConnected = (method: 'usdc' | 'eth'): Method => ({
  method,
  option: () => ({ method, offered: false, note: 'Not offered: no chain is connected to this server.' }),
  reference: () => null,
  next: null,
});
