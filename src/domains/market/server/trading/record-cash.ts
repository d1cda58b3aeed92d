import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { recordCash } from '#domains/market/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { type Account, findByUsername } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { readCallWithBlock } from './orders.ts';
import { partyOf } from './trade.ts';

/** Adds cash that an account paid in to its cash for trading. The same reference counts once. */
export async function recordPaidIn(
  market: Market,
  caller: Account,
  { username, amount, reference }: BodyIn<typeof recordCash>,
): Promise<ResponseOut<typeof recordCash>> {
  const found = await findByUsername(market.database, username);
  if (found === undefined) throw new AppError(accountNotFound, `Account ${username} not found.`);
  const cents = Math.round(amount * 100);
  const index = await receiveCash(market, found.account, cents, reference, caller.username);
  const [block] = await readBlocksAt(market.database, [index]);
  const { hash } = present(block, 'The cash was just recorded in this block');
  return { ...(await readCallWithBlock(market, index)), block: { index, hash } };
}

/** Records cash of an account from a source, once, and returns the index of its block. */
export async function receiveCash(
  market: Market,
  account: { readonly id: string; readonly role: Parameters<typeof partyOf>[1]['role'] },
  cents: number,
  source: string,
  user?: string,
): Promise<number> {
  const [network, party] = await Promise.all([market.network.ready(), partyOf(market, account)]);
  const key = { scope: 'market-cash', key: source, fingerprint: fingerprintOf(`${account.id} ${cents}`) };
  const recorded = user === undefined ? {} : { user };
  const draft = marketBlockTypes.draft({
    action: 'market.cash_received',
    ...recorded,
    address: party.address,
    cents,
    source,
  });
  return (await market.trading.append({ kind: 'move', network, parties: [party], draft }, key)).index;
}
