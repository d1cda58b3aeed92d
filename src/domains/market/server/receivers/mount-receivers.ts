import * as contract from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { changeReceiver } from './change-receiver.ts';
import { listReceivers } from './list-receivers.ts';

/** Serves the lists of receivers of shares that are not public. */
export function mountReceivers(mount: Mount<Account>, market: Market): void {
  mount(contract.listReceivers, ({ params, caller }) => listReceivers(market, caller, params.propertyId));
  mount(contract.changeReceiver, ({ params, body, caller }) => changeReceiver(market, caller, params.propertyId, body));
}
