import type { PropertyType } from '#domains/registry/contract.ts';
import type { Random } from '#platform/server/seeded-random.ts';
import type { CityParcel } from './city-parcel.ts';
import type { BlockKind, PlannedBlock } from './district-plans.ts';
import type { Lot, Rectangle } from './divide-block.ts';
import { landmarkOf } from './landmarks.ts';

/** How a kind of block is built: uses, years, floors, and the distances of buildings from the sides of their lots. */
type Manner = {
  readonly propertyType: PropertyType;
  readonly years: readonly [from: number, to: number];
  readonly floors: readonly [from: number, to: number];
  readonly frontMeters: number;
  readonly sideMeters: number;
  /** The part of the lot's depth that the building takes. */
  readonly depth: readonly [from: number, to: number];
};

const house: Manner = {
  propertyType: 'residential',
  years: [1888, 1962],
  floors: [1, 2.4],
  frontMeters: 5,
  sideMeters: 2,
  depth: [0.24, 0.36],
};
const rowHouse: Manner = {
  ...house,
  years: [1868, 1905],
  floors: [2, 3.4],
  frontMeters: 2,
  sideMeters: 0,
  depth: [0.24, 0.31],
};
const shop: Manner = {
  ...rowHouse,
  propertyType: 'commercial',
  years: [1862, 1938],
  frontMeters: 0,
  depth: [0.55, 0.8],
};
const warehouse: Manner = {
  propertyType: 'industrial',
  years: [1871, 1954],
  floors: [1, 3.4],
  frontMeters: 3,
  sideMeters: 2,
  depth: [0.72, 0.86],
};
const civic: Manner = {
  ...warehouse,
  propertyType: 'civic',
  floors: [2, 3],
  frontMeters: 10,
  sideMeters: 7,
  depth: [0.45, 0.5],
};

const manners: Readonly<Record<BlockKind, Manner>> = {
  warehouses: warehouse,
  market: { ...shop, floors: [1, 1.4] },
  shops: shop,
  apartments: { ...house, years: [1931, 1988], floors: [4, 8.9], frontMeters: 8, sideMeters: 5, depth: [0.3, 0.4] },
  houses: house,
  'row houses': rowHouse,
  'row houses by the river': rowHouse,
  'town hall': shop,
  'harbor office': shop,
  church: house,
  school: house,
  square: civic,
  meadow: warehouse,
  'vacant land': { ...house, propertyType: 'vacant' },
};

/** How often a lot is empty, and how often a shop has flats above it. */
const VACANT = 0.06;
const MIXED = 0.4;
const SQUARE_FEET = 10.7639;

type Assessment = Pick<
  CityParcel,
  'propertyType' | 'squareFootage' | 'lotSquareFeet' | 'yearBuilt' | 'cityOwned' | 'name'
> & { readonly building: Rectangle | undefined };

/** Generates the building on a lot. Its floor area is the number of floors times the footprint. */
export function assessLot(lot: Lot, plan: PlannedBlock, areaMeters: number, random: Random): Assessment {
  const lotSquareFeet = Math.round(areaMeters * SQUARE_FEET);
  const landmark = lot.landmark ? landmarkOf(plan.kind) : undefined;
  const manner = landmark ? civic : manners[plan.kind];
  const propertyType = landmark?.propertyType ?? typeOf(manner, random);
  const owned = { cityOwned: landmark?.cityOwned ?? false, name: landmark?.name ?? null };
  if (propertyType === 'vacant' || propertyType === 'park')
    return { propertyType, squareFootage: 0, lotSquareFeet, yearBuilt: null, building: undefined, ...owned };
  const building = footprintOf(lot, manner, random);
  const ground = (building.east - building.west) * (building.north - building.south);
  const floors = Math.floor(random.between(...manner.floors));
  return {
    propertyType,
    squareFootage: Math.round((ground * floors * SQUARE_FEET) / 10) * 10,
    lotSquareFeet,
    yearBuilt: landmark?.yearBuilt ?? Math.floor(random.between(...manner.years)),
    building,
    ...owned,
  };
}

function typeOf({ propertyType }: Manner, random: Random): PropertyType {
  if (propertyType === 'residential' && random.chance(VACANT)) return 'vacant';
  if (propertyType === 'commercial' && random.chance(MIXED)) return 'mixed';
  return propertyType;
}

function footprintOf({ bounds, front }: Lot, manner: Manner, random: Random): Rectangle {
  const { west, east, south, north } = bounds;
  const depth = Math.min(
    (north - south) * random.between(...manner.depth),
    north - south - manner.frontMeters - Math.min(manner.sideMeters, 1),
  );
  const sides = { west: west + manner.sideMeters, east: east - manner.sideMeters };
  return front === 'south'
    ? { ...sides, south: south + manner.frontMeters, north: south + manner.frontMeters + depth }
    : { ...sides, south: north - manner.frontMeters - depth, north: north - manner.frontMeters };
}
