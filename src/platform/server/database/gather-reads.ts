/** Reads rows by key; keys without a row are absent from the result. */
type ReadRows<Key, Row> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>;

type Waiting<Row> = { resolve(row: Row | undefined): void; reject(error: unknown): void };

/**
 * Returns a reader of single rows that never returns a row read before the call. Keys that arrive while a query runs
 * wait for the next one, which reads at most `max` of them together. So many simultaneous callers cost few queries, and
 * a single caller does not wait. If a query fails, all its callers get the error.
 */
export function gatherReads<Key, Row>(read: ReadRows<Key, Row>, max = 500): (key: Key) => Promise<Row | undefined> {
  const queue = new Map<Key, Waiting<Row>[]>();
  let running = false;

  async function run(): Promise<void> {
    // Waiting one turn of the event loop lets callers that were answered together share the next query.
    for (await undefined; queue.size > 0; ) {
      const batch = new Map([...queue].slice(0, max));
      for (const key of batch.keys()) queue.delete(key);
      const all = [...batch];
      try {
        const rows = await read([...batch.keys()]);
        for (const [key, callers] of all) for (const one of callers) one.resolve(rows.get(key));
      } catch (error) {
        for (const [, callers] of all) for (const one of callers) one.reject(error);
      }
    }
    running = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = queue.get(key) ?? [];
      callers.push({ resolve, reject });
      queue.set(key, callers);
      if (running) return;
      running = true;
      void run();
    });
}
