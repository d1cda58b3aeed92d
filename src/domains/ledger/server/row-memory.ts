/** A cache of the rows of recent batches, so that a rule set doesn't read an active row again for each request. */
export type RowMemory<Row> = {
  /** Returns the cached ones of these rows, by key. */
  recall(keys: Iterable<string>): Map<string, Row>;
  keep(rows: readonly Row[]): void;
  /** Drops all rows. Required when a batch is judged from the tables. */
  forget(): void;
};

/**
 * Creates a cache of the `max` most recently used rows. It must exceed the rows that the batches in flight touch: a row that
 * is not durable yet cannot be read from its table.
 */
export function createRowMemory<Row>(keyOf: (row: Row) => string, max: number): RowMemory<Row> {
  const cached = new Map<string, Row>();
  return {
    recall(keys) {
      const recalled = new Map<string, Row>();
      for (const key of keys) {
        const row = cached.get(key);
        if (row !== undefined) recalled.set(key, row);
      }
      return recalled;
    },
    keep(rows) {
      for (const row of rows) {
        cached.delete(keyOf(row));
        cached.set(keyOf(row), row);
      }
      for (const oldest of cached.keys()) {
        if (cached.size <= max) break;
        cached.delete(oldest);
      }
    },
    forget: () => cached.clear(),
  };
}
