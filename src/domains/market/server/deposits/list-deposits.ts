import type { listAllDeposits, listDeposits } from '#domains/market/contract.ts';
import { type Account, findById } from '#domains/participants/server/index.ts';
import { countPayments, listPayments } from '#domains/payments/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findCustody, traderOf } from '../holders.ts';
import type { Market } from '../open-market.ts';
import { SHARE_CASH } from './deposit-books.ts';
import { describeDeposits, readOwed } from './read-deposits.ts';

/** Lists the deposits of the caller, newest first, and the amount it owes. */
export async function listOwn(
  { database }: Market,
  caller: Account,
  { page, limit }: QueryIn<typeof listDeposits>,
): Promise<ResponseOut<typeof listDeposits>> {
  const custody = await findCustody(database, traderOf(caller));
  if (custody === undefined) return { deposits: [], owed: 0, pagination: paginate({ page, limit, total: 0 }) };
  const of = { kind: SHARE_CASH, subject: custody.address };
  const [rows, total, owed] = await Promise.all([
    listPayments(database, { ...of, limit, offset: (page - 1) * limit }),
    countPayments(database, of),
    readOwed(database, custody.id),
  ]);
  return {
    deposits: await describeDeposits(database, rows, { ofPeople: false }),
    owed: owed / 100,
    pagination: paginate({ page, limit, total }),
  };
}

/** Lists the deposits of all accounts, newest first. */
export async function listAll(
  { database }: Market,
  { status, page, limit }: QueryIn<typeof listAllDeposits>,
): Promise<ResponseOut<typeof listAllDeposits>> {
  const of = { kind: SHARE_CASH, state: status };
  const [rows, total] = await Promise.all([
    listPayments(database, { ...of, limit, offset: (page - 1) * limit }),
    countPayments(database, of),
  ]);
  const [deposits, names] = await Promise.all([
    describeDeposits(database, rows, { ofPeople: true }),
    readNames(
      database,
      rows.flatMap(({ accountId }) => accountId ?? []),
    ),
  ]);
  return {
    deposits: deposits.map((one, n) => ({
      ...one,
      address: rows[n]?.subject ?? '',
      username: names.get(rows[n]?.accountId ?? '') ?? null,
    })),
    pagination: paginate({ page, limit, total }),
  };
}

/** Reads the usernames of accounts. */
export async function readNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...new Set(ids)].map((id) => findById(db, id)));
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.account.id, one.account.username] as const])));
}
