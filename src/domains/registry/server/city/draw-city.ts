import { type CityBlock, cityBlocks, streetInland } from './city-blocks.ts';
import type { CityFeature } from './city-parcel.ts';
import { landmarkOf } from './landmarks.ts';
import { drawRiver, QUAY_TO_QUAY_METERS } from './river.ts';
import { SOUTH_QUAY, streetAcross, streetAlong } from './street-names.ts';
import { OLD_TOWN_PARCELS } from './survey-city.ts';
import { crossStreetAt, toDegrees } from './survey-grid.ts';

/** Columns of blocks on the southern bank, with a street on each side. */
const SOUTHERN_COLUMNS = 4;
const SOUTHERN_END_METERS = -QUAY_TO_QUAY_METERS - 69;

/**
 * Returns the features between the parcels of Harrow Bay: the river and its banks, the center lines of the streets, and the
 * names of the neighborhoods, for a city of as many parcels as passed to `surveyCity`.
 */
export function drawCity({ parcels = OLD_TOWN_PARCELS }: { readonly parcels?: number } = {}): readonly CityFeature[] {
  const blocks = blocksOf(parcels);
  const columns = Math.max(...blocks.map(({ column }) => column)) + 1;
  const rows = Math.max(...blocks.map(({ row }) => row)) + 1;
  return [...drawRiver(columns), ...streetsOf(columns, rows), ...nameNeighborhoods(blocks)];
}

function blocksOf(parcels: number): CityBlock[] {
  const found: CityBlock[] = [];
  let lots = 0;
  for (const block of cityBlocks()) {
    if (lots >= parcels) return found;
    found.push(block);
    lots += block.plan.south + block.plan.north + (landmarkOf(block.plan.kind) ? 1 : 0);
  }
  return found;
}

function* streetsOf(columns: number, rows: number): Generator<CityFeature> {
  for (let row = 0; row <= rows; row += 1) yield alongStreet(streetAlong(row), streetInland(row), columns);
  yield alongStreet(SOUTH_QUAY, -QUAY_TO_QUAY_METERS, SOUTHERN_COLUMNS);
  for (let column = 0; column <= columns; column += 1) {
    yield acrossStreet(column, 0, streetInland(rows));
    if (column <= SOUTHERN_COLUMNS) yield acrossStreet(column, SOUTHERN_END_METERS, -QUAY_TO_QUAY_METERS);
  }
}

/** A street along the river bends at every cross street. */
const alongStreet = (name: string, inland: number, columns: number): CityFeature => ({
  kind: 'street',
  name,
  geometry: {
    type: 'LineString',
    coordinates: Array.from({ length: columns + 1 }, (_, column) => toDegrees([crossStreetAt(column), inland])),
  },
});

const acrossStreet = (column: number, from: number, to: number): CityFeature => ({
  kind: 'street',
  name: streetAcross(column),
  geometry: { type: 'LineString', coordinates: [from, to].map((inland) => toDegrees([crossStreetAt(column), inland])) },
});

function nameNeighborhoods(blocks: readonly CityBlock[]): CityFeature[] {
  return [...Map.groupBy(blocks, ({ plan }) => plan.neighborhood)].map(([name, its]) => {
    const mean = (of: (block: CityBlock) => number) => its.reduce((sum, block) => sum + of(block), 0) / its.length;
    const along = mean(({ bounds }) => (bounds.west + bounds.east) / 2);
    const inland = mean(({ bounds }) => (bounds.south + bounds.north) / 2);
    return { kind: 'neighborhood', name, geometry: { type: 'Point', coordinates: toDegrees([along, inland]) } };
  });
}
