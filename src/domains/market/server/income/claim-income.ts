import { sql } from 'kysely';
import { CLAIMS_MAX, type claimIncome } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { write } from '#platform/server/database/one-statement.ts';
import { type Custody, ensureCustody, findCustody, INCOME_POOL, traderOf } from '../holders.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { toParty } from '../trading/trade.ts';
import { readToClaim } from './read-income.ts';
import { IncomeDiffers, type StatedIncome } from './stated-parts.ts';

/**
 * Pays the caller its unclaimed income, at most `CLAIMS_MAX` parts, the oldest first. Each part is paid once, however many requests claim
 * it at the same time, and as its block and the holders at its record give it. If one row differs from the blocks, nothing is paid.
 *
 * @throws AppError `server.unavailable`, IncomeDiffers
 */
export async function claim(market: Market, caller: Account): Promise<ResponseOut<typeof claimIncome>> {
  const { database } = market;
  const custody = await findCustody(database, traderOf(caller));
  if (custody === undefined) return { claimed: [], toClaim: 0 };
  const open = await readOpen(database, custody);
  if (open.length === 0) return { claimed: [], toClaim: 0 };
  const [network, pool] = await Promise.all([market.network.ready(), ensureCustody(database, { holder: INCOME_POOL })]);
  const parties = [toParty(custody), toParty(pool)];
  // All before any is paid.
  const stated = await Promise.all(open.map((part) => requireStated(market, custody.address, part)));
  const claimed = await Promise.all(
    stated.map(async ({ income, tokenId, propertyId, cents }) => {
      const draft = marketBlockTypes.draft({
        action: 'market.income_claimed',
        property_id: propertyId,
        token: tokenId,
        income,
        address: custody.address,
        pool: pool.address,
        cents,
      });
      const rows = (index: number) => [
        write`
          update market_income_claims set claimed_index = ${index}
          where income_index = ${income} and custody_id = ${custody.id} and claimed_index is null
        `,
      ];
      const key = `${income} ${custody.address}`;
      const { index } = await market.trading.append(
        { kind: 'move', network, draft, parties, tokenId, rows },
        { scope: 'market-income', key, fingerprint: fingerprintOf(String(cents)) },
      );
      return { incomeId: String(income), amount: cents / 100, blockIndex: index };
    }),
  );
  return { claimed, toClaim: await readToClaim(database, custody.id) };
}

type Open = { income: number; cents: number; paidIndex: number | null };

/** Reads the unclaimed parts of a custody, each with the block that paid it nevertheless. Rows and blocks are of one snapshot. */
async function readOpen(db: Database, { id, address }: Custody): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select income_index as income, cents, (
      select min(index) from ledger_blocks where action = 'market.income_claimed'
        and data::jsonb->>'income' = income_index::text and data::jsonb->>'address' = ${address}
    ) as "paidIndex"
    from market_income_claims where custody_id = ${id} and claimed_index is null order by income_index limit ${CLAIMS_MAX}
  `.execute(db);
  return rows;
}

type Part = Pick<StatedIncome, 'tokenId' | 'propertyId'> & { readonly income: number; readonly cents: number };

/**
 * Returns a part as the blocks give it.
 *
 * @throws IncomeDiffers if its row differs, or a block has paid it
 */
async function requireStated(
  { statedIncome }: Pick<Market, 'statedIncome'>,
  address: string,
  { income, cents, paidIndex }: Open,
): Promise<Part> {
  if (paidIndex !== null)
    throw new IncomeDiffers(income, `${address} is stored as unpaid, and block ${paidIndex} paid it`);
  const { tokenId, propertyId, parts } = await statedIncome(String(income));
  const due = parts.get(address) ?? 0;
  if (due !== cents) throw new IncomeDiffers(income, `${address} is stored with ${cents} cents, and is due ${due}`);
  return { income, tokenId, propertyId, cents };
}
