import type { Database } from '#platform/server/database/database.ts';
import { type ClaimRow, findClaims } from './identifier-rows.ts';

/** The result of resolving the claims to an identifier. */
export type Resolution = {
  /** The participant, or undefined while several claim the identifier and none is confirmed. */
  readonly username: string | undefined;
  /** The claimants without a sign-in and a manager. An import may have introduced them. */
  readonly unattended: readonly string[];
};

/**
 * Resolves canonical identifiers to participants. A confirmed claim resolves, and so does the only claim. Several
 * unverified ones resolve to none, because a new claim must not redirect the events of a party. Identifiers without a
 * claim are left out.
 */
export async function resolveIdentifiers(
  database: Database,
  canonicals: readonly string[],
): Promise<Map<string, Resolution>> {
  const claims = Map.groupBy(await findClaims(database, canonicals), ({ canonical }) => canonical);
  return new Map([...claims].map(([canonical, made]) => [canonical, resolve(made)]));
}

function resolve(claims: readonly ClaimRow[]): Resolution {
  const resolving = claims.find(({ confirmed }) => confirmed) ?? (claims.length === 1 ? claims[0] : undefined);
  return {
    username: resolving?.username,
    unattended: claims.filter(({ unattended }) => unattended).map(({ username }) => username),
  };
}
