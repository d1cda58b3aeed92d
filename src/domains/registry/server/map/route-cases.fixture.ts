import { elsewhere, everyone, type RouteCase } from '#tests/support/route-cases/route-case.ts';

const street = (change: object = {}) => ({
  type: 'Feature',
  properties: { kind: 'street', name: 'Quay Street' },
  geometry: {
    type: 'LineString',
    coordinates: [
      [-83.1, 42.3],
      [-83.101, 42.3],
    ],
  },
  ...change,
});
const collection = (features: readonly unknown[]) => ({ type: 'FeatureCollection', features });

/** Route cases of the features between the parcels. */
export const mapCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/detroit/map/features': { allowed: everyone, good: () => ({}) },
  'POST /api/detroit/map/features': {
    allowed: ['government'],
    good: () => ({ body: collection([street()]) }),
    invalid: [
      { body: collection([]), pointer: '/features' },
      { body: { type: 'Feature', features: [street()] }, pointer: '/type' },
      { body: collection(['street']), pointer: '/features/0' },
    ],
    refusals: elsewhere('request.idempotency_mismatch', 'server.unavailable'),
  },
};
