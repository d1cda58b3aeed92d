import { sql } from 'kysely';
import { claim } from '../income/claim-income.ts';
import { distribute } from '../income/distribute-income.ts';
import type { Market } from '../open-market.ts';
import { CLERK, findCast, RESIDENT } from './cast.ts';
import { unlessRefused } from './unless-refused.ts';

/** Properties whose rent is distributed. */
const PAID = 6;
/** The account that claims its part; the others leave theirs unclaimed. */
const CLAIMANT = 'demo-retailer';

/** Has the issuers of traded properties distribute rent, and one of the holders claim it. */
export async function distributeSamples(market: Market): Promise<void> {
  const cast = await findCast(market, [CLERK, RESIDENT, CLAIMANT]);
  const [city, resident, holder] = [cast.get(CLERK), cast.get(RESIDENT), cast.get(CLAIMANT)];
  if (city === undefined || resident === undefined || holder === undefined) return;
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
