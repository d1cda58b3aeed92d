import { type Account, findByUsername } from '#domains/participants/server/index.ts';
import type { Market } from '../open-market.ts';

export const CLERK = 'demo-government';
export const RESIDENT = 'demo-resident';

/** Returns accounts of the demo as callers, by their names. Those that are missing are left out. */
export async function findCast({ database }: Market, usernames: readonly string[]): Promise<Map<string, Account>> {
  const cast = new Map<string, Account>();
  for (const username of new Set(usernames)) {
    const found = await findByUsername(database, username);
    if (found !== undefined) cast.set(username, { ...found.account, sessionId: '' });
  }
  return cast;
}
