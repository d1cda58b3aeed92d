import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Account, findByUsername } from './accounts.ts';

export type Directory = {
  /** The account with this username, without case. What changed elsewhere is noticed within two seconds. */
  find(username: string): Promise<Account | undefined>;
};

const REMEMBERED_MILLISECONDS = 2000;
const REMEMBERED_MAX = 10_000;

/** Looks accounts up for every event that is recorded, so it remembers those that record often. */
export function createDirectory(database: Database, clock: Clock): Directory {
  const remembered = new Map<string, { account: Promise<Account | undefined>; until: number }>();
  return {
    find(username) {
      const key = username.toLowerCase();
      const known = remembered.get(key);
      if (known !== undefined && known.until > clock()) return known.account;
      const account = findByUsername(database, key).then((found) => found?.account);
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(key, { account, until: clock() + REMEMBERED_MILLISECONDS });
      // Nothing is remembered of a look-up that failed, nor of a name that may be registered in a moment.
      account.then(
        (found) => found ?? remembered.delete(key),
        () => remembered.delete(key),
      );
      return account;
    },
  };
}
