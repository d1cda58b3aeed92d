import {
  assessProperty,
  importRoll,
  levyTaxes,
  listBills,
  type ParcelInput,
  payProperty,
  setRates,
  type TaxRates,
} from '#domains/registry/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

let registered = 0;
const whole = { numerator: 1, denominator: 1 };

/** Registers a parcel of the city, or one with these facts, and returns its id. */
export async function registerParcel(server: TestServer, facts: Partial<ParcelInput> = {}): Promise<string> {
  registered += 1;
  const number = registered;
  const clerk = await server.account('government');
  const parcel = {
    propertyId: `HB-${String(number).padStart(5, '0')}`,
    address: `${number} Quay Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 1200,
    ...facts,
  };
  const { body } = await server.call(importRoll, { body: { parcels: [parcel] } }, { as: clerk });
  const [result] = body.results;
  if (result?.outcome !== 'registered') throw new Error(`The parcel was not registered: ${JSON.stringify(result)}`);
  return result.propertyId;
}

/** Registers a parcel of an account, or of an owner without one. */
export const registerOwned = (server: TestServer, owner?: Pick<TestAccount, 'username'>): Promise<string> =>
  registerParcel(server, {
    owners: [{ owner: owner === undefined ? { name: 'Somebody' } : { username: owner.username }, fraction: whole }],
  });

export const testRates: TaxRates = {
  lines: [
    {
      name: 'City operations',
      rates: {
        residential: 19_952,
        commercial: 27_000,
        industrial: 25_000,
        mixed: 23_000,
        civic: 0,
        park: 0,
        vacant: 9000,
      },
    },
    {
      name: 'Schools',
      rates: {
        residential: 13_000,
        commercial: 13_000,
        industrial: 13_000,
        mixed: 13_000,
        civic: 0,
        park: 0,
        vacant: 5000,
      },
    },
  ],
  installments: [
    { due: '2026-08-31', percent: 50 },
    { due: '2027-01-15', percent: 50 },
  ],
  interestBasisPoints: 100,
  penaltyBasisPoints: 300,
};

/** Registers a parcel that was assessed at $100,000 and levied for 2026. */
export async function registerBilled(server: TestServer, owner?: Pick<TestAccount, 'username'>) {
  const propertyId = await registerOwned(server, owner);
  const clerk = await server.account('government');
  const assessed = { year: 2026, land: 2_000_000, building: 8_000_000 };
  await server.call(assessProperty, { params: { id: propertyId }, body: assessed }, { as: clerk });
  await server.call(setRates, { body: { year: 2026, ...testRates } }, { as: clerk });
  await server.call(levyTaxes, { body: { year: 2026, propertyIds: [propertyId] } }, { as: clerk });
  const { body } = await server.call(listBills, { params: { id: propertyId } }, { as: clerk });
  const billNumber = body.bills[0]?.billNumber;
  if (billNumber === undefined) throw new Error('The property was not billed');
  return { propertyId, billNumber };
}

/** Opens a bank transfer of a dollar and returns the payment's id. */
export async function openTransfer(server: TestServer): Promise<string> {
  const { propertyId } = await registerBilled(server);
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount: 100, paymentMethod: 'bank' } },
    { as: await server.account('government') },
  );
  return body.payment.id;
}
