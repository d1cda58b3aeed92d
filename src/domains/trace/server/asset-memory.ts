import type { AssetState } from './journey.ts';

/** A cache of the assets of recent batches, so that an active asset is not read again for each event. */
export type AssetMemory = {
  /** Returns the cached ones of these assets. */
  recall(assetIds: Iterable<string>): Map<string, AssetState>;
  keep(states: readonly AssetState[]): void;
  forget(): void;
};

/** About 400 bytes each. */
const REMEMBERED_MAX = 20_000;

/** Creates a cache of the most recently used assets. */
export function createAssetMemory(): AssetMemory {
  const states = new Map<string, AssetState>();
  return {
    recall(assetIds) {
      const recalled = new Map<string, AssetState>();
      for (const assetId of assetIds) {
        const state = states.get(assetId);
        if (state !== undefined) recalled.set(assetId, state);
      }
      return recalled;
    },
    keep(touched) {
      for (const state of touched) {
        states.delete(state.assetId);
        states.set(state.assetId, state);
      }
      for (const oldest of states.keys()) {
        if (states.size <= REMEMBERED_MAX) break;
        states.delete(oldest);
      }
    },
    forget: () => states.clear(),
  };
}
