import { listAllPayouts, listPayouts, requestPayout, returnPayout, sendPayout } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { giveBack, markSent } from './decide-payout.ts';
import { listOwnPayouts, listPayoutsOfAll } from './read-payouts.ts';
import { payOut } from './request-payout.ts';

/** Serves payouts of cash: an account requests one, and an administrator sends or returns it. */
export function mountPayouts(mount: Mount<Account>, market: Market): void {
  mount(requestPayout, ({ body, caller, idempotencyKey }) => payOut(market, caller, body, idempotencyKey));
  mount(listPayouts, ({ query, caller }) => listOwnPayouts(market, caller, query));
  mount(listAllPayouts, ({ query }) => listPayoutsOfAll(market, query));
  mount(sendPayout, ({ params, body, caller }) => markSent(market, caller, params.payoutId, body.bankReference));
  mount(returnPayout, ({ params, body, caller }) => giveBack(market, caller, params.payoutId, body.reason));
}
