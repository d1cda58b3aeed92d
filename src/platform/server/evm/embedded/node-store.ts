import type { BatchDBOp, DB } from '@ethereumjs/util';
import { hexToBytes } from '@ethereumjs/util';
import type { Database } from '../../database/database.ts';
import { readNode } from './chain-rows.ts';

/** Trie nodes and contract code by their hash, which never change. */
export type NodeStore = {
  get(key: string): Promise<Uint8Array | undefined>;
  /** Adds nodes that are committed. */
  remember(nodes: ReadonlyMap<string, Uint8Array>): void;
};

const CACHE_BYTES_MAX = 32 * 1024 * 1024;
/** The memory of an entry in addition to its value. */
const ENTRY_BYTES = 200;

/** Returns the nodes of the database, with the recently used ones in memory. */
export function createNodeStore(database: Database): NodeStore {
  const cache = new Map<string, Uint8Array>();
  let bytes = 0;
  function store(key: string, value: Uint8Array): void {
    if (cache.delete(key)) bytes -= value.length + ENTRY_BYTES;
    cache.set(key, value);
    bytes += value.length + ENTRY_BYTES;
    for (const [oldest, dropped] of cache) {
      if (bytes <= CACHE_BYTES_MAX) break;
      cache.delete(oldest);
      bytes -= dropped.length + ENTRY_BYTES;
    }
  }
  return {
    async get(key) {
      const value = cache.get(key) ?? (await readNode(database, hexToBytes(`0x${key}`)));
      if (value !== undefined) store(key, value);
      return value;
    },
    remember(nodes) {
      for (const [key, value] of nodes) store(key, value);
    },
  };
}

/** A trie database whose writes stay in memory until a block commits them, or are dropped. */
export type PendingNodes = DB<string, string | Uint8Array> & { readonly written: Map<string, Uint8Array> };

/** Returns an empty set of writes in front of the store. */
export function createPendingNodes(store: NodeStore): PendingNodes {
  const written = new Map<string, Uint8Array>();
  const pending: PendingNodes = {
    written,
    get: async (key) => written.get(key) ?? (await store.get(key)),
    async put(key, value) {
      written.set(key, value as Uint8Array);
    },
    // States of earlier blocks refer to the node.
    async del() {},
    async batch(operations: BatchDBOp<string, string | Uint8Array>[]) {
      for (const one of operations) if (one.type === 'put') written.set(one.key, one.value as Uint8Array);
    },
    shallowCopy: () => pending,
    open: async () => undefined,
  };
  return pending;
}
