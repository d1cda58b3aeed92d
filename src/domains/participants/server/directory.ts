import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AccountWatch } from './account-watch.ts';
import { type Account, findByUsername } from './accounts.ts';

export type Directory = {
  /** The account with this username, without case. What changed here counts at once, what changed elsewhere within a second. */
  find(username: string): Promise<Account | undefined>;
};

const REMEMBERED_MILLISECONDS = 2000;
const REMEMBERED_MAX = 10_000;

/** Looks accounts up for every event that is recorded, so it remembers those that record often. */
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
      // Nothing is remembered of a look-up that failed, nor of a name that may be registered in a moment.
      const forget = () => remembered.get(key) === entry && remembered.delete(key);
      account.then((found) => found ?? forget(), forget);
      return account;
    },
  };
}
