import { type RawBuilder, sql } from 'kysely';
import type { listAllPayouts, listPayouts, Payout } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import { hexOf } from '../calls/call-rows.ts';
import { readNames } from '../deposits/list-deposits.ts';
import { readOwedOf } from '../deposits/read-deposits.ts';
import { findCustody, traderOf } from '../holders.ts';
import type { Market } from '../open-market.ts';
import { findObstacles } from './find-obstacle.ts';
import type { PayoutRow } from './payout-row.ts';

/**
 * The call of a payout is the newest call with steps of its block or of an earlier one. Times are those of the blocks, and the account is the one
 * behind the address, unless that is an office.
 */
const select = (where: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<PayoutRow>`
  select payout_id as "payoutId", custody_id as custody, address, coalesce(holder.account_id, payout.account_id) as "accountId", cents, sealed,
    key_id as "keyId", iban_end as "ibanEnd", payout.state, note, requested.timestamp as "requestedAt", requested_index as "requestedIndex",
    decided.timestamp as "decidedAt", decided_index as "decidedIndex", call.hash, call.state as "callState", count(*) over () as total
  from market_payouts as payout join market_accounts as holder using (custody_id)
    join ledger_blocks as requested on requested.index = requested_index
    left join ledger_blocks as decided on decided.index = decided_index
    cross join lateral (
      select hash, state from market_calls where block_index <= requested_index and sequence is not null
      order by block_index desc, nonce desc limit 1
    ) as call
  where ${where} order by ${order}
`;
const newest = sql`requested_index desc`;

const describeWith =
  ({ network: { chain } }: Market) =>
  (row: PayoutRow): Payout => ({
    payoutId: row.payoutId,
    amount: row.cents / 100,
    ibanEnd: row.ibanEnd,
    status: row.state,
    note: row.note,
    requestedAt: new Date(row.requestedAt * 1000).toISOString(),
    blockIndex: row.requestedIndex,
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt * 1000).toISOString(),
    decidedIndex: row.decidedIndex,
    txHash: hexOf(row.hash),
    txStatus: row.callState,
    network: chain.networkName,
    isLocal: chain.isEmbedded,
  });

/** Reads the payout that a block requested. */
export async function readPayoutOfBlock(market: Market, index: number): Promise<Payout | undefined> {
  const { rows } = await select(sql`requested_index = ${index}`, newest).execute(market.database);
  return rows.map(describeWith(market))[0];
}

/** Reports whether the payout that a block requested goes to this bank account. */
export async function goesTo(
  market: Market,
  index: number,
  { iban, holder }: { readonly iban: string; readonly holder: string },
): Promise<boolean> {
  const { rows } = await select(sql`requested_index = ${index}`, newest).execute(market.database);
  const known = rows[0] && (await readBankAccount(market, rows[0]));
  return known?.iban === iban && known.holder === holder;
}

/** Finds a payout with its row. */
export async function findPayout(
  market: Market,
  payoutId: string,
): Promise<{ readonly row: PayoutRow; readonly payout: Payout } | undefined> {
  const { rows } = await select(sql`payout_id = ${payoutId}`, newest).execute(market.database);
  const [row] = rows;
  return row && { row, payout: describeWith(market)(row) };
}

/** Lists the payouts of the caller, newest first. */
export async function listOwnPayouts(
  market: Market,
  caller: Account,
  { page, limit }: QueryIn<typeof listPayouts>,
): Promise<ResponseOut<typeof listPayouts>> {
  const custody = await findCustody(market.database, traderOf(caller));
  const paged = sql`requested_index desc limit ${limit} offset ${(page - 1) * limit}`;
  const { rows } = await select(sql`custody_id = ${custody?.id ?? null}`, paged).execute(market.database);
  return {
    payouts: rows.map(describeWith(market)),
    pagination: paginate({ page, limit, total: rows[0]?.total ?? 0 }),
  };
}

/** Lists the payouts of all accounts with their bank accounts: waiting ones oldest first. Asks the network once for all of them. */
export async function listPayoutsOfAll(
  market: Market,
  { status, page, limit }: QueryIn<typeof listAllPayouts>,
): Promise<ResponseOut<typeof listAllPayouts>> {
  const { database } = market;
  const direction = status === 'requested' ? sql`requested_index` : newest;
  const paged = sql`${direction} limit ${limit} offset ${(page - 1) * limit}`;
  const { rows } = await select(sql`payout.state = ${status}`, paged).execute(database);
  const waiting = rows.filter(({ state }) => state === 'requested');
  const [names, owed, obstacles] = await Promise.all([
    readNames(
      database,
      rows.map(({ accountId }) => accountId),
    ),
    readOwedOf(
      database,
      rows.map(({ custody }) => custody),
    ),
    findObstacles(market, waiting),
  ]);
  const obstacleOf = new Map(waiting.map(({ payoutId }, n) => [payoutId, obstacles[n]]));
  return {
    payouts: await Promise.all(
      rows.map(async (row) => ({
        ...describeWith(market)(row),
        address: hexOf(row.address),
        username: names.get(row.accountId) ?? null,
        ...(await readBankAccount(market, row)),
        owed: (owed.get(row.custody.toString('hex')) ?? 0) / 100,
        obstacle: obstacleOf.get(row.payoutId)?.message ?? null,
      })),
    ),
    pagination: paginate({ page, limit, total: rows[0]?.total ?? 0 }),
  };
}

/** Reads the bank account of a payout. Without the key it stays unknown, and the list is still useful. */
async function readBankAccount({ secretBox, log }: Market, { payoutId, keyId, sealed }: PayoutRow) {
  try {
    const text = (await secretBox.open(payoutId, { keyId, sealed })).toString();
    return JSON.parse(text) as { iban: string; holder: string };
  } catch (error) {
    log.warn({ err: error, payout: payoutId }, 'the bank account of a payout cannot be decrypted');
    return { iban: null, holder: null };
  }
}
