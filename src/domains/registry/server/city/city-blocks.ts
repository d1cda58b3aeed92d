import { oldTown, outerDistrict, type PlannedBlock, type PlannedRow, southBank } from './district-plans.ts';
import type { Rectangle } from './divide-block.ts';
import { QUAY_TO_QUAY_METERS } from './river.ts';
import { districtName, SOUTH_QUAY, streetAlong } from './street-names.ts';
import { COLUMNS, columnEdges, STREET_METERS } from './survey-grid.ts';

export type CityBlock = {
  /** From 1, in the order of the survey. */
  readonly number: number;
  readonly bounds: Rectangle;
  /** Columns of the whole city, from 0 at its western end. */
  readonly column: number;
  /** Rows of the whole city, from 0 on the northern bank; -1 on the southern one. */
  readonly row: number;
  readonly plan: PlannedBlock;
  readonly streets: { readonly south: string; readonly north: string };
};

/** Yields the blocks of an endless city: the old town first, then rings of districts around its north and east. */
export function* cityBlocks(): Generator<CityBlock> {
  let number = 0;
  for (let ring = 0; ; ring += 1)
    for (const [east, north] of districtsOfRing(ring))
      for (const block of blocksOfDistrict(east, north)) {
        number += 1;
        yield { ...block, number };
      }
}

function* districtsOfRing(ring: number): Generator<readonly [east: number, north: number]> {
  for (let north = 0; north <= ring; north += 1) yield [ring, north];
  for (let east = 0; east < ring; east += 1) yield [east, ring];
}

function* blocksOfDistrict(east: number, north: number): Generator<Omit<CityBlock, 'number'>> {
  const isOldTown = east === 0 && north === 0;
  const rows = isOldTown ? oldTown : outerDistrict(districtName(east, north), 1 + ((east + 2 * north) % 4));
  for (const [n, { depth, blocks }] of rows.entries()) {
    const row = north * rows.length + n;
    const south = streetInland(row) + STREET_METERS / 2;
    const streets = { south: streetAlong(row), north: streetAlong(row + 1) };
    yield* blocksOfRow(blocks, { east, row, streets, south, north: south + depth });
  }
  if (isOldTown) yield* blocksOfSouthBank(southBank);
}

/** Returns where the middle of the street south of a row is, in meters inland. */
export function streetInland(row: number): number {
  const before = (rows: readonly PlannedRow[]) => rows.reduce((sum, { depth }) => sum + depth + STREET_METERS, 0);
  return Math.floor(row / oldTown.length) * before(oldTown) + before(oldTown.slice(0, row % oldTown.length));
}

function blocksOfSouthBank({ depth, blocks }: PlannedRow): Generator<Omit<CityBlock, 'number'>> {
  const north = -QUAY_TO_QUAY_METERS - STREET_METERS / 2;
  return blocksOfRow(blocks, {
    east: 0,
    row: -1,
    streets: { south: SOUTH_QUAY, north: SOUTH_QUAY },
    south: north - depth,
    north,
  });
}

type RowPosition = Pick<CityBlock, 'row' | 'streets'> & Pick<Rectangle, 'south' | 'north'> & { readonly east: number };

function* blocksOfRow(
  blocks: PlannedRow['blocks'],
  { east, row, streets, south, north }: RowPosition,
): Generator<Omit<CityBlock, 'number'>> {
  for (const [n, plan] of blocks.entries()) {
    if (plan === undefined) continue;
    const column = east * COLUMNS + n;
    const [westEdge, eastEdge] = columnEdges(column);
    yield { column, row, streets, plan, bounds: { west: westEdge, east: eastEdge, south, north } };
  }
}
