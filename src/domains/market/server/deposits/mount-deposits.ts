import {
  confirmDeposit,
  failDeposit,
  giveUpDeposit,
  listAllDeposits,
  listDeposits,
  openDeposit,
  reverseDeposit,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { confirmOneSubject, failOneSubject, reverseOneSubject } from '#domains/payments/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { giveUp } from './give-up.ts';
import { listAll, listOwn } from './list-deposits.ts';
import { deposit } from './open-deposit.ts';

/** Serves deposits of cash: an account opens them, and an administrator decides about those that nothing else settles. */
export function mountDeposits(mount: Mount<Account>, market: Market): void {
  const { deposits } = market;
  /** With an old copy of the database, money could be taken, credited or given back twice. What providers report is still recorded. */
  const requireSignable = () => market.network.chain.requireSignable();
  mount(openDeposit, async ({ body, caller, idempotencyKey }) => {
    await requireSignable();
    return deposit(market, caller, body, idempotencyKey);
  });
  mount(listDeposits, ({ query, caller }) => listOwn(market, caller, query));
  mount(listAllDeposits, ({ query }) => listAll(market, query));
  mount(confirmDeposit, async ({ params, body, caller }) => {
    await requireSignable();
    return confirmOneSubject(deposits, caller, params.paymentId, centsOf(body.amount));
  });
  mount(failDeposit, async ({ params, body, caller }) => {
    await requireSignable();
    return failOneSubject(deposits, caller, params.paymentId, body.reason);
  });
  mount(giveUpDeposit, ({ params, caller }) => giveUp(market, caller, params.paymentId));
  mount(reverseDeposit, async ({ params, body, caller }) => {
    await requireSignable();
    return reverseOneSubject(deposits, caller, params.paymentId, body.reason);
  });
}

const centsOf = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));
