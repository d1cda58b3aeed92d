import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AccountWatch } from './account-watch.ts';
import { type Account, findByUsername } from './accounts.ts';

export type Directory = {
  /**
   * Returns the account with this username, ignoring case. Sees changes by this process immediately, and by others
   * within 500 ms.
   */
  find(username: string): Promise<Account | undefined>;
};

const REMEMBERED_MILLISECONDS = 2000;
const REMEMBERED_MAX = 10_000;

/** Looks up the account of every recorded event, with a cache for frequent ones. */
export function createDirectory(database: Database, clock: Clock, watch: AccountWatch): Directory {
  const remembered = new Map<string, { account: Promise<Account | undefined>; until: number }>();
  watch.follow({
    clear: () => remembered.clear(),
    isInUse: () => [...remembered.values()].some(({ until }) => until > clock()),
  });
  return {
    find(username) {
      const key = username.toLowerCase();
      const known = remembered.get(key);
      if (known !== undefined && known.until > clock()) return known.account;
      const account = findByUsername(database, key).then((found) => found?.account);
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      const entry = { account, until: clock() + REMEMBERED_MILLISECONDS };
      remembered.set(key, entry);
      watch.remembering();
      // Failures and misses are not cached: the name may be registered a moment later.
      const forget = () => remembered.get(key) === entry && remembered.delete(key);
      account.then((found) => found ?? forget(), forget);
      return account;
    },
  };
}
