import { sql } from 'kysely';
import { CLAIMS_MAX, type claimIncome } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { write } from '#platform/server/database/one-statement.ts';
import { ensureCustody, findCustody, INCOME_POOL, traderOf } from '../holders.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { toParty } from '../trading/trade.ts';
import { readToClaim } from './read-income.ts';

/**
 * Pays the caller its unclaimed income, at most `CLAIMS_MAX` parts, the oldest first. Each part is paid once, however many requests claim
 * it at the same time.
 *
 * @throws AppError `server.unavailable`
 */
export async function claim(market: Market, caller: Account): Promise<ResponseOut<typeof claimIncome>> {
  const { database } = market;
  const custody = await findCustody(database, traderOf(caller));
  if (custody === undefined) return { claimed: [], toClaim: 0 };
  const open = await readOpen(database, custody.id);
  if (open.length === 0) return { claimed: [], toClaim: 0 };
  const [network, pool] = await Promise.all([market.network.ready(), ensureCustody(database, { holder: INCOME_POOL })]);
  const parties = [toParty(custody), toParty(pool)];
  const claimed = await Promise.all(
    open.map(async ({ income, tokenId, propertyId, cents }) => {
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

type Open = { income: number; tokenId: number; propertyId: string; cents: number };

async function readOpen(db: Database, custody: Buffer): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select income_index as income, token_id as "tokenId", property_id as "propertyId", claim.cents
    from market_income_claims as claim join market_incomes using (income_index) join market_issues using (token_id)
    where custody_id = ${custody} and claimed_index is null order by income_index limit ${CLAIMS_MAX}
  `.execute(db);
  return rows;
}
