import type { Database } from '#platform/server/database/database.ts';
import { type ClaimRow, findClaims } from './identifier-rows.ts';

/** What the claims to an identifier resolve to. */
export type Resolution = {
  /** The participant, or undefined while several claim the identifier and none is confirmed. */
  readonly username: string | undefined;
  /** The claimants that nobody signs in as or manages. An import may have introduced them. */
  readonly unattended: readonly string[];
};

/**
 * Resolves canonical identifiers to participants. A confirmed claim resolves, and so does the only claim. Several
 * unverified ones resolve to none, because a new claim must not redirect the events of a party. Identifiers that nobody
 * claims are left out.
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
