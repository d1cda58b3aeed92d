import type { Database } from '#platform/server/database/database.ts';

/** Something that remembers accounts. */
export type AccountMemory = { clear(): void; isInUse(): boolean };

export type AccountWatch = {
  /** Grows with each change: what was read before it is not to be remembered after it. */
  generation(): number;
  /** Has a memory cleared whenever it may be out of date. */
  follow(memory: AccountMemory): void;
  /** Says that a memory is in use now, so that changes by other processes have to be noticed. */
  remembering(): void;
  /** Says that this process has changed an account. */
  changed(): void;
};

const POLL_MILLISECONDS = 400;

/**
 * Makes remembered accounts forgotten within half a second of any change, by whichever process, without a query for each
 * look-up: one row counts changes, and it is read now and then while anything is remembered. A database that does not answer
 * makes everything forgotten.
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
    // Nothing remembered, nothing to look for: the next thing that is begins anew.
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
