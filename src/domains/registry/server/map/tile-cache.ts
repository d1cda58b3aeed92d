type Compute = () => Promise<Uint8Array>;

/**
 * Returns a function that computes a tile, or returns it from a cache of the newest version's tiles. Concurrent requests of
 * a tile share one computation. Beyond `maxBytes`, the least recently used tiles are dropped. Failures are not
 * cached.
 */
export function createTileCache(maxBytes: number) {
  let newest: string | undefined;
  let bytes = 0;
  let tiles = new Map<string, { readonly tile: Promise<Uint8Array>; bytes: number }>();

  return function read(version: string, key: string, compute: Compute): Promise<Uint8Array> {
    if (version !== newest) {
      newest = version;
      bytes = 0;
      tiles = new Map();
    }
    const within = tiles;
    const known = within.get(key);
    if (known !== undefined) {
      within.delete(key);
      within.set(key, known);
      return known.tile;
    }
    const entry = { tile: compute(), bytes: 0 };
    within.set(key, entry);
    entry.tile.then(
      ({ length }) => {
        if (within !== tiles) return;
        entry.bytes = length;
        bytes += length;
        for (const [oldest, { bytes: freed }] of within) {
          if (bytes <= maxBytes) break;
          within.delete(oldest);
          bytes -= freed;
        }
      },
      () => within.delete(key),
    );
    return entry.tile;
  };
}
