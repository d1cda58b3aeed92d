import type { PropertyType } from '#domains/registry/contract.ts';

/** A ring of positions, longitude before latitude (RFC 7946), closed and counterclockwise. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[];
export type Polygon = { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] };
type LineString = { readonly type: 'LineString'; readonly coordinates: Ring };
type Point = { readonly type: 'Point'; readonly coordinates: readonly [longitude: number, latitude: number] };

/** One parcel of the sample city, with the facts that an assessor records. */
export type CityParcel = {
  /** Number of the block, then of the lot within it: `HB-0412-017`. */
  readonly propertyId: string;
  readonly address: string;
  readonly neighborhood: string;
  readonly propertyType: PropertyType;
  /** Floor area of the building in square feet; 0 without one. */
  readonly squareFootage: number;
  readonly lotSquareFeet: number;
  readonly yearBuilt: number | null;
  /** True for land and buildings of the municipality. */
  readonly cityOwned: boolean;
  /** The name of a landmark, such as a school. */
  readonly name: string | null;
  /** Coordinates have 7 decimals, about a centimeter. */
  readonly geometry: Polygon;
  /** The outline of the building. */
  readonly building: Polygon | null;
};

/** A shape that a map draws beneath the parcels, or a name that it writes above them. */
export type CityFeature =
  | { readonly kind: 'water' | 'green'; readonly name: string | null; readonly geometry: Polygon }
  | { readonly kind: 'street' | 'bridge'; readonly name: string; readonly geometry: LineString }
  | { readonly kind: 'neighborhood'; readonly name: string; readonly geometry: Point };
