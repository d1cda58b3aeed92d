/** A tile of the Web Mercator grid: 2^zoom columns from west to east, and as many rows from north to south. */
export type TileAddress = { readonly zoom: number; readonly x: number; readonly y: number };

/** Degrees. */
export type Bounds = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** The zoom of the cells that index parcels, and of the finest tiles. Maps enlarge those beyond it. */
export const CELL_ZOOM = 16;
/** The zoom of the cell that contains the middle of a parcel, about 30 m wide. */
export const HOME_ZOOM = 20;
/** The margin that a tile shows beyond its edges, in parts of its width, so that outlines are not cut there. */
export const TILE_MARGIN = 1 / 64;

/**
 * Returns the first and the last code, at a finer zoom, of the cells within a tile. The bits of column and row alternate
 * in a code (Morton order), so the cells of a tile are consecutive.
 */
export function codesWithin(tile: TileAddress, zoom: number): readonly [first: number, last: number] {
  const cells = 4 ** (zoom - tile.zoom);
  const first = codeOf(tile) * cells;
  return [first, first + cells - 1];
}

/** Returns the tile that has a code at a zoom. */
export function tileOfCode(code: number, zoom: number): TileAddress {
  let [x, y] = [0, 0];
  for (let bit = 0; bit < zoom; bit += 1) {
    const pair = Math.floor(code / 4 ** bit) % 4;
    x += (pair % 2) * 2 ** bit;
    y += Math.floor(pair / 2) * 2 ** bit;
  }
  return { zoom, x, y };
}

/** Returns the bounds of a tile, with `margin` parts of its width on each side. A negative margin makes it smaller. */
export function boundsOfTile({ zoom, x, y }: TileAddress, margin = 0): Bounds {
  const longitude = (column: number) => (column / 2 ** zoom) * 360 - 180;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI;
  return {
    west: longitude(x - margin),
    south: latitude(y + 1 + margin),
    east: longitude(x + 1 + margin),
    north: latitude(y - margin),
  };
}

// A code has up to 40 bits, more than the bitwise operators support.
function codeOf({ zoom, x, y }: TileAddress): number {
  let code = 0;
  for (let bit = 0; bit < zoom; bit += 1)
    code += ((Math.floor(x / 2 ** bit) % 2) + 2 * (Math.floor(y / 2 ** bit) % 2)) * 4 ** bit;
  return code;
}
