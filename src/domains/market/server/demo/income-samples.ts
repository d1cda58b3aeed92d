import { sql } from 'kysely';
import type { Account } from '#domains/participants/server/index.ts';
import { claim } from '../income/claim-income.ts';
import { distribute } from '../income/distribute-income.ts';
import type { Market } from '../open-market.ts';
import { unlessRefused } from './unless-refused.ts';

/** Properties whose rent is distributed. */
const PAID = 6;

/** Distributes rent of traded properties by those who issued them, and lets one of their holders claim it. */
export async function distributeSamples(
  market: Market,
  city: Account,
  resident: Account,
  holder: Account,
): Promise<void> {
  const { rows } = await sql<{ propertyId: string; cents: number; ofCity: boolean }>`
    select property_id as "propertyId", shares * price_cents / 400 as cents, holder is not null as "ofCity"
    from market_issues as issue join market_accounts on custody_id = royalty_receiver
    where (holder = 'city' or account_id = ${resident.id}) and exists (select 1 from market_fills where market_fills.token_id = issue.token_id)
    order by token_id limit ${PAID}
  `.execute(market.database);
  for (const { propertyId, cents, ofCity } of rows) {
    const request = { propertyId, amount: cents / 100, note: 'Rent of the third quarter' };
    await distribute(market, ofCity ? city : resident, request, `demo/income/${propertyId}`).catch(unlessRefused);
  }
  await claim(market, holder);
}
