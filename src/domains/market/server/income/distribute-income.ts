import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { type distributeIncome, mayNotDistribute, tooManyHolders } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { byteaArray, int4Array, int8Array } from '#platform/server/database/binary-arrays.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { ensureCustody, INCOME_POOL, traderOf } from '../holders.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { readCallWithBlock } from '../trading/orders.ts';
import { toParty } from '../trading/trade.ts';
import { divideIncome, HOLDERS_MAX } from './divide-income.ts';
import { findRecordBlock, type HolderAt, readHoldersAt } from './holders-at.ts';
import { readIncome } from './read-income.ts';

type Request = BodyIn<typeof distributeIncome>;
type Distributed = ResponseOut<typeof distributeIncome>;

/**
 * Sets an amount of the caller's cash aside for all holders at the record date, in proportion and exact to the cent. Block, claims and
 * the signed call commit together. The same key returns the same distribution.
 *
 * @throws AppError `market.token_not_found`, `market.may_not_distribute`, `market.not_enough_cash`, `market.too_many_holders`,
 * `request.invalid`, `server.unavailable`
 */
export async function distribute(
  market: Market,
  caller: Account,
  request: Request,
  key: string | undefined,
): Promise<Distributed> {
  const { database } = market;
  const issue = await requireIssue(database, request.propertyId);
  const payer = await ensureCustody(database, traderOf(caller));
  if (caller.role !== 'government' && !issue.royaltyReceiver.equals(payer.id))
    throw new AppError(
      mayNotDistribute,
      'Only the issuer of these shares, or the city, distributes income to their holders.',
    );
  const [network, pool, record] = await Promise.all([
    market.network.ready(),
    ensureCustody(database, { holder: INCOME_POOL }),
    findRecordBlock(market, request.recordDate, issue.tokenId),
  ]);
  const holders = await readHoldersAt(database, issue.tokenId, record, HOLDERS_MAX + 1);
  if (holders.length > HOLDERS_MAX)
    throw new AppError(
      tooManyHolders,
      `Income is distributed to at most ${HOLDERS_MAX.toLocaleString('en-US')} holders.`,
    );
  const cents = Math.round(request.amount * 100);
  const draft = marketBlockTypes.draft({
    action: 'market.income_declared',
    ...(caller.role === 'government' ? { user: caller.username } : {}),
    property_id: request.propertyId,
    token: issue.tokenId,
    address: payer.address,
    pool: pool.address,
    cents,
    record: record,
    holders: holders.length,
    note: request.note,
  });
  const rows = (index: number) =>
    insertIncome(
      { index, tokenId: issue.tokenId, payer: payer.id, record, cents, note: request.note, at: market.clock() },
      holders,
    );
  const { index } = await market.trading.append(
    { kind: 'move', network, draft, parties: [toParty(payer), toParty(pool)], tokenId: issue.tokenId, rows },
    keyOf(caller, key, request),
  );
  const income = present(await readIncome(database, index), 'The income was just declared');
  const [block] = await readBlocksAt(database, [index]);
  const {
    holders: paid,
    claimed: _,
    ...shown
  } = { ...income, block: { index, hash: present(block, 'Just appended').hash } };
  return { ...(await readCallWithBlock(market, index)), income: shown, holders: paid };
}

const keyOf = (caller: Account, key: string | undefined, request: Request): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : { scope: `market:${caller.id}`, key, fingerprint: fingerprintOf(JSON.stringify(['income', request])) };

type NewIncome = {
  readonly index: number;
  readonly tokenId: number;
  readonly payer: Buffer;
  readonly record: number;
  readonly cents: number;
  readonly note: string;
  readonly at: number;
};

function insertIncome(
  { index, tokenId, payer, record, cents, note, at }: NewIncome,
  holders: readonly HolderAt[],
): WriteStatement[] {
  const parts = divideIncome(cents, holders);
  const paid = holders.map((holder, n) => ({ ...holder, cents: parts[n] ?? 0 })).filter((one) => one.cents > 0);
  return [
    write`
      insert into market_incomes (income_index, token_id, payer_id, record_index, cents, note, declared_at)
      values (${index}, ${tokenId}, ${payer}, ${record}, ${cents}, ${note}, to_timestamp(${at}::bigint / 1000.0))
    `,
    write`
      insert into market_income_claims (income_index, custody_id, shares, cents)
      select ${index}::bigint, * from unnest(
        ${byteaArray(paid.map(({ custodyId }) => custodyId))}::bytea[], ${int4Array(paid.map(({ shares }) => shares))}::integer[],
        ${int8Array(paid.map((one) => one.cents))}::bigint[]
      )
    `,
  ];
}
