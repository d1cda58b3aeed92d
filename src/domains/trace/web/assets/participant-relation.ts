import type { AssetsSearch } from './assets-search.ts';

/** How an asset relates to a participant, by the name of its filter in the URL and the API. */
export const relations = ['custodian', 'addressee', 'participant'] as const;
export type Relation = (typeof relations)[number];

/** Returns the relation that the search filters by, or null. */
export function relationIn(search: AssetsSearch): { relation: Relation; username: string } | null {
  for (const relation of relations) {
    const username = search[relation];
    if (username !== undefined) return { relation, username };
  }
  return null;
}

/** Formats a relation, such as `Held by me`. */
export function relationTitle(relation: Relation, username: string, me: string | undefined): string {
  const who = username === me ? 'me' : username;
  return { custodian: `Held by ${who}`, addressee: `On its way to ${who}`, participant: `Handled by ${who}` }[relation];
}
