import { createRowMemory, type RuleSet } from '#domains/ledger/server/index.ts';
import { addRows, type BatchRows, noRows, projectRows } from './batch-rows.ts';
import { readParcelStates } from './parcels/parcels.ts';
import { registryBlockTypes } from './registry-block-types.ts';
import type { ParcelState, RegistryRequest } from './registry-state.ts';

/** The state of a batch: the parcels as it has left them so far, those it changed as they were before, and its rows. */
export type BatchState = {
  readonly parcels: Map<string, ParcelState>;
  readonly before: Map<string, ParcelState>;
  readonly rows: BatchRows;
};

/** About 600 bytes each. */
const REMEMBERED_MAX = 20_000;

/**
 * Returns the rules by which requests to the registry become blocks. Each request brings its own rules; this reads the
 * parcels that a batch needs, applies the effects in order, and writes each touched row once.
 */
export function createRegistryRules(): RuleSet<RegistryRequest, BatchState> {
  const memory = createRowMemory((parcel: ParcelState) => parcel.facts.propertyId, REMEMBERED_MAX);
  return {
    types: registryBlockTypes,
    async read(db, requests, from) {
      if (from === 'tables') memory.forget();
      const wanted = new Set(requests.flatMap(({ propertyIds }) => propertyIds));
      const parcels = memory.recall(wanted);
      const missing = [...wanted].filter((id) => !parcels.has(id));
      for (const parcel of await readParcelStates(db, missing)) parcels.set(parcel.facts.propertyId, parcel);
      return { parcels, before: new Map(), rows: noRows() };
    },
    judge(state, request, { index, timestamp }) {
      const position = { index, at: timestamp * 1000 };
      const change = request.judge({ parcel: (id) => state.parcels.get(id) }, position);
      if ('repeats' in change) return change;
      for (const parcel of change.parcels) {
        const { propertyId } = parcel.facts;
        const known = state.parcels.get(propertyId);
        if (known !== undefined && !state.rows.touched.has(propertyId)) state.before.set(propertyId, known);
        state.parcels.set(propertyId, parcel);
        state.rows.touched.add(propertyId);
      }
      addRows(state.rows, change, position);
      return { draft: change.draft };
    },
    project: ({ parcels, before, rows }, blocks) => projectRows(parcels, before, rows, blocks.length),
    sent: (state) => memory.keep([...state.rows.touched].flatMap((id) => state.parcels.get(id) ?? [])),
    committed: () => undefined,
  };
}
