import type { PropertyType } from '#domains/registry/contract.ts';
import type { BlockKind } from './district-plans.ts';

/** A building or a green that gives its block its kind. */
export type Landmark = {
  readonly name: string;
  readonly propertyType: PropertyType;
  /** The part of the block's width that it takes. */
  readonly share: number;
  readonly yearBuilt: number | null;
  readonly cityOwned: boolean;
};

const landmarks: Readonly<Partial<Record<BlockKind, Landmark>>> = {
  'harbor office': {
    name: 'Harbor Master’s Office',
    propertyType: 'civic',
    share: 0.55,
    yearBuilt: 1891,
    cityOwned: true,
  },
  'town hall': { name: 'Town Hall', propertyType: 'civic', share: 0.68, yearBuilt: 1884, cityOwned: true },
  church: { name: 'St. Brannoc’s Church', propertyType: 'civic', share: 0.36, yearBuilt: 1846, cityOwned: false },
  square: { name: 'Market Square', propertyType: 'park', share: 1, yearBuilt: null, cityOwned: true },
  school: { name: 'Schoolfield School', propertyType: 'civic', share: 0.62, yearBuilt: 1927, cityOwned: true },
  meadow: { name: 'Mill Meadow', propertyType: 'park', share: 0.72, yearBuilt: null, cityOwned: true },
};

export const landmarkOf = (kind: BlockKind) => landmarks[kind];
