import * as contract from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { askMessage, bindWallet, listWallets, unbindWallet } from './bind-wallet.ts';
import { listWithdrawals, withdrawShares } from './withdraw-shares.ts';

/** Serves the wallets of accounts. */
export function mountWallets(mount: Mount<Account>, market: Market): void {
  mount(contract.listWallets, ({ caller }) => listWallets(market, caller));
  mount(contract.askWalletMessage, ({ body, caller }) => askMessage(market, caller, body.address));
  mount(contract.bindWallet, ({ body, caller }) => bindWallet(market, caller, body));
  mount(contract.unbindWallet, ({ params, caller }) => unbindWallet(market, caller, params.address));
  mount(contract.withdrawShares, ({ body, caller, idempotencyKey }) =>
    withdrawShares(market, caller, body, idempotencyKey),
  );
  mount(contract.listWithdrawals, ({ caller }) => listWithdrawals(market, caller));
}
