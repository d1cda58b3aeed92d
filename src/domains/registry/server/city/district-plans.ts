/** What is built on a block. `lots.ts` has the numbers. */
export type BlockKind =
  | 'warehouses'
  | 'market'
  | 'shops'
  | 'apartments'
  | 'houses'
  | 'row houses'
  | 'row houses by the river'
  | 'town hall'
  | 'harbor office'
  | 'church'
  | 'school'
  | 'square'
  | 'meadow'
  | 'vacant land';

export type PlannedBlock = {
  readonly kind: BlockKind;
  /** How many lots have their front on the street to the south and to the north, besides a landmark. */
  readonly south: number;
  readonly north: number;
  readonly neighborhood: string;
};

/** A row of blocks of one depth in meters, from west to east. Undefined: open land. */
export type PlannedRow = { readonly depth: number; readonly blocks: readonly (PlannedBlock | undefined)[] };

const block = (neighborhood: string, kind: BlockKind, south = 0, north = 0): PlannedBlock => ({
  kind,
  south,
  north,
  neighborhood,
});

/** The rows of the old town, from Water Street inland: with `southBank`, 150 parcels. */
export const oldTown: readonly PlannedRow[] = [
  {
    depth: 52,
    blocks: [
      block('Quayside', 'warehouses', 3),
      block('Quayside', 'warehouses', 2),
      block('Quayside', 'market', 5),
      block('Quayside', 'harbor office', 1),
      block('Ropewalk', 'warehouses', 3),
    ],
  },
  {
    depth: 72,
    blocks: [
      block('Old Harrow', 'shops', 4, 6),
      block('Old Harrow', 'shops', 3, 5),
      block('Old Harrow', 'town hall', 0, 1),
      block('Ropewalk', 'shops', 4, 6),
      block('Ropewalk', 'apartments', 0, 3),
    ],
  },
  {
    depth: 80,
    blocks: [
      block('Chapel Row', 'houses', 6, 6),
      block('Chapel Row', 'church', 4, 4),
      block('Old Harrow', 'square'),
      block('Schoolfield', 'school', 2, 2),
      block('Schoolfield', 'row houses', 7, 7),
    ],
  },
  {
    depth: 78,
    blocks: [
      block('Chapel Row', 'houses', 6, 6),
      block('Chapel Row', 'row houses', 7, 7),
      block('Garden Hill', 'houses', 6, 6),
      block('Garden Hill', 'houses', 4, 4),
      block('Garden Hill', 'apartments', 0, 3),
    ],
  },
];

/** The row beyond the river. Its fronts are on South Quay, to its north. */
export const southBank: PlannedRow = {
  depth: 54,
  blocks: [
    block('Mill End', 'warehouses', 0, 2),
    block('Mill End', 'row houses by the river', 0, 6),
    block('Mill End', 'vacant land', 0, 2),
    block('Mill End', 'meadow', 0, 1),
    undefined,
  ],
};

/**
 * Returns the rows of a district that is not the old town: blocks of the same kinds in another order. Rows stay as deep as
 * those of the old town, because streets run through all districts.
 */
export function outerDistrict(neighborhood: string, shift: number): readonly PlannedRow[] {
  return oldTown.map(({ depth }, row) => {
    const { blocks } = oldTown[(row + shift) % oldTown.length] ?? { blocks: [] };
    return {
      depth,
      blocks: blocks.map((_, column) => {
        const moved = blocks[(column + shift + row) % blocks.length];
        return moved && { ...moved, neighborhood };
      }),
    };
  });
}
