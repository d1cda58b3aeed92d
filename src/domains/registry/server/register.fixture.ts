import { importRoll, type ParcelInput } from '#domains/registry/contract.ts';
import type { TestServer } from '#tests/support/test-server.ts';

let registered = 0;

/** Registers a parcel of the city, or one with these facts, and returns its id. */
export async function registerParcel(server: TestServer, facts: Partial<ParcelInput> = {}): Promise<string> {
  registered += 1;
  const clerk = await server.account('government');
  const parcel = {
    propertyId: `HB-${String(registered).padStart(5, '0')}`,
    address: `${registered} Quay Street`,
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
