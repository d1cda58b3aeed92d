/** Waiting jobs, shared fairly among their clients. */
export type FairQueue<Job> = {
  /**
   * Adds a job. In a full queue, the newest job of the client with the most jobs makes room and is returned: this one, if
   * no other client has more.
   */
  add(job: Job, client: string): Job | undefined;
  /** Removes and returns the oldest job of the client whose turn it is. Clients take turns, one job each. */
  next(): Job | undefined;
  /** Removes a job. Returns false if it does not wait. */
  remove(job: Job): boolean;
  /** Returns how many jobs of a client wait. */
  countOf(client: string): number;
};

/** Returns an empty queue of at most `max` jobs. */
export function createFairQueue<Job>(max: number): FairQueue<Job> {
  // In the order of their turns.
  const clients = new Map<string, Set<Job>>();
  const clientOf = new Map<Job, string>();
  /** The client that had the previous turn. */
  let served: string | undefined;

  function remove(job: Job): boolean {
    const client = clientOf.get(job);
    if (client === undefined) return false;
    clientOf.delete(job);
    const own = clients.get(client);
    own?.delete(job);
    if (own?.size === 0) clients.delete(client);
    return true;
  }

  function push(job: Job, client: string): void {
    clients.set(client, (clients.get(client) ?? new Set()).add(job));
    clientOf.set(job, client);
  }

  return {
    remove,
    countOf: (client) => clients.get(client)?.size ?? 0,
    add(job, client) {
      if (clientOf.size < max) {
        push(job, client);
        return undefined;
      }
      const most = [...clients.values()].reduce<ReadonlySet<Job>>(
        (found, one) => (one.size > found.size ? one : found),
        new Set(),
      );
      const newest = [...most].at(-1);
      if (newest === undefined || most.size <= (clients.get(client)?.size ?? 0) + 1) return job;
      remove(newest);
      push(job, client);
      return newest;
    },
    next() {
      const [first, second] = clients;
      const [client, own] = (first?.[0] === served ? second : undefined) ?? first ?? [];
      const [job] = own ?? [];
      if (client === undefined || own === undefined || job === undefined) return undefined;
      served = client;
      remove(job);
      if (own.size > 0) {
        clients.delete(client);
        clients.set(client, own);
      }
      return job;
    },
  };
}
