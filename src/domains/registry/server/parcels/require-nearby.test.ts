import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  correctProperty,
  type Geometry,
  importRoll,
  mergeProperties,
  readMap,
  splitProperty,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let as: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  as = await server.account('government');
});
afterAll(() => server.stop());

const squareAt = (longitude: number, latitude: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [longitude, latitude],
      [longitude + 0.001, latitude],
      [longitude + 0.001, latitude + 0.001],
      [longitude, latitude],
    ],
  ],
});
const plan = (propertyId: string, longitude: number, latitude: number) => ({
  propertyId,
  address: '1 Quay Street',
  neighborhood: 'Old Harbor',
  propertyType: 'vacant' as const,
  squareFootage: 0,
  geometry: squareAt(longitude, latitude),
});
const send = async (...parcels: ReturnType<typeof plan>[]) =>
  (await server.call(importRoll, { body: { parcels } }, { as })).body.results;
const bounds = async () => (await server.call(readMap, {})).body.bounds;
const MESSAGE = /must be within 50 km of the registered parcels\. Longitude comes before latitude/;

test('refuses a parcel on another continent, and the map still fits the city', async () => {
  const outcomes = await send(plan('A-1', -83.05, 42.33), plan('A-2', 42.33, -83.05), plan('A-3', -83.4, 42.2));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['registered', 'rejected', 'registered']);
  expect(outcomes[1]?.problem).toMatch(MESSAGE);
  const city = await bounds();
  expect(city).toMatchObject({ west: -83.4, south: 42.2 });
  expect((await send(plan('A-4', -84.2, 42.33)))[0]?.outcome).toBe('rejected');
  expect((await send(plan('A-5', -83.9, 42.33)))[0]?.outcome).toBe('registered');
  const far = squareAt(5, 60);
  const answers = [
    await server.call(correctProperty, { params: { id: 'A-1' }, body: { geometry: far, reason: 'x' } }, { as }),
    await server.call(
      splitProperty,
      { params: { id: 'A-1' }, body: { into: [plan('B-1', -83.05, 42.33), plan('B-2', 5, 60)] } },
      { as },
    ),
    await server.call(mergeProperties, { body: { propertyIds: ['A-1', 'A-3'], into: plan('B-3', 5, 60) } }, { as }),
  ];
  expect(answers.map(({ status, problem }) => [status, problem.errors?.[0]?.pointer])).toEqual([
    [400, '/geometry'],
    [400, '/into/1/geometry'],
    [400, '/into/geometry'],
  ]);
  for (const { problem } of answers) expect(problem.errors?.[0]?.message).toMatch(MESSAGE);
  expect((await bounds())?.south).toBe(city?.south);
});

test('corrects a first parcel that was registered at a wrong place', async () => {
  const empty = await startTestServer();
  const clerk = await empty.account('government');
  await empty.call(importRoll, { body: { parcels: [plan('C-1', 42.33, -83.05)] } }, { as: clerk });
  const body = { geometry: squareAt(-83.05, 42.33), reason: 'Longitude comes first' };
  const corrected = await empty.call(correctProperty, { params: { id: 'C-1' }, body }, { as: clerk });
  expect(corrected.status).toBe(200);
  expect((await empty.call(readMap, {})).body.bounds?.west).toBe(-83.05);
  await empty.stop();
});
