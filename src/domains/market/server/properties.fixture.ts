import { importRoll, type ParcelInput } from '#domains/registry/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

let registered = 0;

/** Registers a property of the city, or of these owners, and returns its id. */
export async function registerParcel(server: TestServer, owners?: ParcelInput['owners']): Promise<string> {
  registered += 1;
  const parcel = {
    propertyId: `SHARE-${registered}`,
    address: `${registered} Quay Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 1200,
    ...(owners === undefined ? {} : { owners }),
  };
  const as = await server.account('government');
  const { body } = await server.call(importRoll, { body: { parcels: [parcel] } }, { as });
  const [result] = body.results;
  if (result?.outcome !== 'registered') throw new Error(`The parcel was not registered: ${JSON.stringify(result)}`);
  return result.propertyId;
}

/** Registers a property of an account, or of an owner without one. */
export const registerOwned = (server: TestServer, owner?: Pick<TestAccount, 'username'>): Promise<string> =>
  registerParcel(server, [
    {
      owner: owner === undefined ? { name: 'Somebody' } : { username: owner.username },
      fraction: { numerator: 1, denominator: 1 },
    },
  ]);
