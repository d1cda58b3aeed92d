import {
  assessProperty,
  fileAppeal,
  grantExemption,
  levyTaxes,
  listBills,
  readProperty,
  setRates,
  type TaxRates,
} from '#domains/registry/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import { registerOwned, testRates } from './register.fixture.ts';

/** Rates with kinds of exemptions, and 45 days to appeal. */
export const reliefRates: TaxRates = {
  ...testRates,
  exemptions: [
    { kind: 'homestead', name: 'Homestead', cents: 2_500_000 },
    { kind: 'veteran', name: 'Veteran', basisPoints: 1000 },
    { kind: 'nonprofit', name: 'Nonprofit', basisPoints: 10_000 },
  ],
  appealDays: 45,
};

/** Registers a parcel that was assessed at $100,000 for 2026, and sets the rates of the year. */
export async function registerAssessed(server: TestServer, owner?: Pick<TestAccount, 'username'>): Promise<string> {
  const propertyId = await registerOwned(server, owner);
  const as = await server.account('government');
  const assessed = { year: 2026, land: 2_000_000, building: 8_000_000 };
  await server.call(assessProperty, { params: { id: propertyId }, body: assessed }, { as });
  await server.call(setRates, { body: { year: 2026, ...reliefRates } }, { as });
  return propertyId;
}

/** Levies the tax of 2026 on a parcel, and returns the outcome. */
export async function levyOn(server: TestServer, propertyId: string, preview = false) {
  const as = await server.account('government');
  const { body } = await server.call(levyTaxes, { body: { year: 2026, propertyIds: [propertyId], preview } }, { as });
  return body.results[0];
}

/** Grants an exemption from 2026 on, and returns its id. */
export async function exempt(server: TestServer, propertyId: string, kind = 'homestead'): Promise<string> {
  const { body } = await server.call(
    grantExemption,
    { params: { id: propertyId }, body: { kind, fromYear: 2026, reason: 'Applied in March' } },
    { as: await server.account('government') },
  );
  return body.exemptionId;
}

/** Appeals the assessment of 2026 as an owner, and returns the id of the appeal. */
export async function appeal(server: TestServer, propertyId: string, as: TestAccount): Promise<string> {
  const body = { year: 2026, value: 6_000_000, statement: 'The garage was taken down.' };
  return (await server.call(fileAppeal, { params: { id: propertyId }, body }, { as })).body.appealId;
}

/** Reads the bills of a parcel, what is owed, and its balances in the books. */
export async function readBooks(server: TestServer, propertyId: string) {
  const params = { id: propertyId };
  const { body } = await server.call(listBills, { params }, { as: await server.account('government') });
  const { taxOwed } = (await server.call(readProperty, { params })).body;
  const [books] = await server.database.sql<{ receivable: number; credit: number; revenue: number }>(
    `select coalesce(sum(cents) filter (where account = 'receivable:tax:' || $1), 0)::float as receivable,
       coalesce(-sum(cents) filter (where account = 'credit:tax:' || $1), 0)::float as credit,
       coalesce(-sum(cents) filter (where account like 'revenue:%'), 0)::float as revenue
     from book_postings where block_index in (select block_index from parcel_blocks where property_id = $1)`,
    [propertyId],
  );
  return { ...body, taxOwed, books };
}
