import {
  confirmDeposit,
  failDeposit,
  listAllDeposits,
  listDeposits,
  openDeposit,
  reverseDeposit,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { confirm, fail, reverse } from './decide-deposit.ts';
import { listAll, listOwn } from './list-deposits.ts';
import { deposit } from './open-deposit.ts';

/** Serves deposits of cash: an account opens them, and an administrator decides about those that nothing else settles. */
export function mountDeposits(mount: Mount<Account>, market: Market): void {
  mount(openDeposit, ({ body, caller, idempotencyKey }) => deposit(market, caller, body, idempotencyKey));
  mount(listDeposits, ({ query, caller }) => listOwn(market, caller, query));
  mount(listAllDeposits, ({ query }) => listAll(market, query));
  mount(confirmDeposit, ({ params, body, caller }) => confirm(market, caller, params.paymentId, body.amount));
  mount(failDeposit, ({ params, body, caller }) => fail(market, caller, params.paymentId, body.reason));
  mount(reverseDeposit, ({ params, body, caller }) => reverse(market, caller, params.paymentId, body.reason));
}
