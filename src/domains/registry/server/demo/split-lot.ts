import type { ParcelPlan } from '#domains/registry/contract.ts';
import type { CityParcel, Ring } from '../city/city-parcel.ts';
import { cast } from './demo-cast.ts';

type Corners = readonly [Ring[number], Ring[number], Ring[number], Ring[number]];

/** Returns the sample city after its split: the first half takes the position of the lot, and the second half is last. */
export function afterSplit(city: readonly CityParcel[]): CityParcel[] {
  const [first, second] = halvesOf(city[cast.split] as CityParcel);
  return [...city.with(cast.split, first), second];
}

/** Returns the halves of a lot with four corners, cut across its longer sides. The building stays on the first. */
export function halvesOf(lot: CityParcel): readonly [CityParcel, CityParcel] {
  const [a, b, c, d] = startingLong((lot.geometry.coordinates[0] ?? []).slice(0, 4) as unknown as Corners);
  const [near, far] = [middle(a, b), middle(c, d)];
  const half = Math.floor(lot.lotSquareFeet / 2);
  const polygon = (ring: Ring) => ({ type: 'Polygon' as const, coordinates: [ring] });
  return [
    {
      ...lot,
      propertyId: `${lot.propertyId}-A`,
      lotSquareFeet: lot.lotSquareFeet - half,
      geometry: polygon([a, near, far, d, a]),
    },
    {
      ...lot,
      propertyId: `${lot.propertyId}-B`,
      propertyType: 'vacant',
      squareFootage: 0,
      lotSquareFeet: half,
      yearBuilt: null,
      building: null,
      geometry: polygon([near, b, c, far, near]),
    },
  ];
}

/** Returns the facts that the registry records of a parcel of the sample city. */
export function planOf({ building: _, name: __, cityOwned: ___, geometry, ...facts }: CityParcel): ParcelPlan {
  const coordinates = geometry.coordinates.map((ring) => ring.map(([x, y]) => [x, y] as [number, number]));
  return { ...facts, geometry: { type: geometry.type, coordinates } };
}

const middle = ([x1, y1]: Ring[number], [x2, y2]: Ring[number]): Ring[number] => [
  Number(((x1 + x2) / 2).toFixed(7)),
  Number(((y1 + y2) / 2).toFixed(7)),
];

/** Returns the corners, starting with one of the two longer sides. */
function startingLong([a, b, c, d]: Corners): Corners {
  const squared = ([x1, y1]: Ring[number], [x2, y2]: Ring[number]) => (x1 - x2) ** 2 + (y1 - y2) ** 2;
  return squared(a, b) >= squared(b, c) ? [a, b, c, d] : [b, c, d, a];
}
