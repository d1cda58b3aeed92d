import type { Database } from '#platform/server/database/database.ts';

/** A cache of accounts. */
export type AccountMemory = { clear(): void; isInUse(): boolean };

export type AccountWatch = {
  /** Increases with each change. A value read before a change must not be cached after it. */
  generation(): number;
  /** Registers a cache to clear whenever it may be out of date. */
  follow(memory: AccountMemory): void;
  /** Reports that a cache is in use, so that changes by other processes must be detected. */
  remembering(): void;
  /** Reports that this process changed an account. */
  changed(): void;
};

const POLL_MILLISECONDS = 400;

/**
 * Clears cached accounts within 500 ms of a change by any process, without a query for each look-up: one row counts
 * the changes, and it is polled while a cache is in use. If the database does not respond, everything is cleared.
 */
export function watchAccounts(database: Database): AccountWatch {
  const memories: AccountMemory[] = [];
  let generation = 0;
  let known: number | undefined;
  let isLookingSoon = false;

  function forgetAll(): void {
    generation += 1;
    for (const memory of memories) memory.clear();
  }

  async function look(): Promise<void> {
    const row = await database
      .selectFrom('account_version')
      .select('version')
      .executeTakeFirst()
      .catch(() => undefined);
    isLookingSoon = false;
    const isInUse = memories.some((memory) => memory.isInUse());
    if (row === undefined || row.version !== known) forgetAll();
    // Polling stops while nothing is cached, and resumes with the next entry.
    known = isInUse ? row?.version : undefined;
    if (known !== undefined) lookSoon();
  }

  function lookSoon(): void {
    if (isLookingSoon) return;
    isLookingSoon = true;
    setTimeout(() => void look(), POLL_MILLISECONDS).unref();
  }

  return {
    generation: () => generation,
    follow: (memory) => memories.push(memory),
    remembering: lookSoon,
    changed: forgetAll,
  };
}
