import { afterAll, beforeAll, expect, test } from 'vitest';
import { summarizeProperties } from '#domains/registry/contract.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { registerParcel } from '../register.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const at = (address: string, facts: object) => registerParcel(server, { address, ...facts });
  await at('1 Quay Street', { squareFootage: 1000, yearBuilt: 1910 });
  await at('3 Quay Street', { squareFootage: 3000, propertyType: 'commercial' });
  await at('1 South Quay', { squareFootage: 500, neighborhood: 'Mill End', yearBuilt: 1990 });
});
afterAll(() => server.stop());

const summary = async (query: object = {}) => (await server.call(summarizeProperties, { query })).body;

test('sums all properties, and each neighborhood and type once', async () => {
  const { properties, squareFootage, neighborhoods, types, ranked } = await summary({ rankBy: 'squareFootage' });
  expect({ properties, squareFootage }).toEqual({ properties: 3, squareFootage: 4500 });
  expect(neighborhoods.map((one) => [one.neighborhood, one.properties, one.squareFootage])).toEqual([
    ['Mill End', 1, 500],
    ['Old Harbor', 2, 4000],
  ]);
  expect(types.map((one) => [one.propertyType, one.properties])).toEqual([
    ['commercial', 1],
    ['residential', 2],
  ]);
  expect(ranked.map(({ address }) => address)).toEqual(['3 Quay Street', '1 Quay Street', '1 South Quay']);
});

test.each([
  ['street, in any case and as a whole', { street: 'quay street' }, 2],
  ['street that no property is on', { street: 'Quay' }, 0],
  ['neighborhood and type', { neighborhood: 'Old Harbor', propertyType: 'commercial' }, 1],
  ['year, with both bounds', { builtFrom: 1910, builtTo: 1910 }, 1],
  ['size, with both bounds', { squareFeetFrom: 500, squareFeetTo: 1000 }, 2],
  ['owner that is not the city', { city: 'no' }, 0],
  ['debt', { owed: 'yes' }, 0],
])('keeps only properties of a %s', async (_, query, properties) => {
  expect((await summary(query)).properties).toBe(properties);
});

test('ranks only what is known', async () => {
  const { ranked } = await summary({ rankBy: 'yearBuilt', rankOrder: 'asc' });
  expect(ranked.map(({ yearBuilt }) => yearBuilt)).toEqual([1910, 1990]);
});
