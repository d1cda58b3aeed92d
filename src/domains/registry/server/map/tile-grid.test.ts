import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOfTile, CELL_ZOOM, codesWithin, HOME_ZOOM, tileOfCode } from './tile-grid.ts';

const anyTile = fc.integer({ min: 0, max: CELL_ZOOM }).chain((zoom) =>
  fc.record({
    zoom: fc.constant(zoom),
    x: fc.integer({ min: 0, max: 2 ** zoom - 1 }),
    y: fc.integer({ min: 0, max: 2 ** zoom - 1 }),
  }),
);

describe('the grid of tiles', () => {
  it('gives the cells within any tile consecutive codes', () => {
    fc.assert(
      fc.property(
        anyTile,
        fc.integer({ min: 0, max: HOME_ZOOM }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tile, finer, part) => {
          const zoom = Math.max(finer, tile.zoom);
          const [first, last] = codesWithin(tile, zoom);
          expect(last - first + 1).toBe(4 ** (zoom - tile.zoom));
          const { x, y } = tileOfCode(first + Math.floor((last - first) * part), zoom);
          const scale = 2 ** (zoom - tile.zoom);
          expect([Math.floor(x / scale), Math.floor(y / scale)]).toEqual([tile.x, tile.y]);
        },
      ),
    );
  });

  it('gives every tile of a zoom its own code', () => {
    const codes = Array.from({ length: 16 }, (_, n) => codesWithin({ zoom: 2, x: n % 4, y: Math.floor(n / 4) }, 2)[0]);
    expect(codes.toSorted((one, other) => one - other)).toEqual(codes.map((_, n) => n));
  });

  it('covers the world, with north at the top', () => {
    const { west, south, east, north } = boundsOfTile({ zoom: 0, x: 0, y: 0 });
    expect([west, east]).toEqual([-180, 180]);
    expect(north).toBeCloseTo(85.0511, 4);
    expect(south).toBeCloseTo(-85.0511, 4);
    expect(boundsOfTile({ zoom: 1, x: 0, y: 0 })).toMatchObject({ south: 0, north });
  });
});
