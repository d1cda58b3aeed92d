import { hash } from 'node:crypto';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import { canonicalParty, glnOf, shortForm } from '#domains/participants/server/index.ts';
import { isMap, type JsonMap } from './check-shape.ts';
import { expand, type Prefixes } from './json-ld-context.ts';
import { bareWord } from './vocabularies.ts';

/** The party that performed an event, as the event names it. */
export type Party = {
  /** The form in which parties are compared. */
  readonly identifier: string;
};

/** Steps at the receiving end, performed by the receiver. */
const receivingSteps = new Set(['receiving', 'arriving', 'accepting', 'unloading', 'stocking', 'storing']);

/** Returns the party that an event names as the receiver of a transfer (possession before ownership). */
export function destinationOf(event: JsonMap, prefixes: Prefixes): Party | undefined {
  const parties = partiesIn(event['destinationList'], 'destination');
  const named = parties.get('possessing_party') ?? parties.get('owning_party');
  return named === undefined ? undefined : toParty(expand(named, prefixes));
}

/**
 * Returns the party that performed an event: in a transfer, the party with the goods at that end (possession before
 * ownership), otherwise the global location number where it happened. Undefined if the event names neither.
 */
export function partyOf(event: JsonMap, prefixes: Prefixes): Party | undefined {
  const step = bareWord('bizStep', String(event['bizStep'] ?? ''));
  const sources = partiesIn(event['sourceList'], 'source');
  const destinations = partiesIn(event['destinationList'], 'destination');
  const ends = step !== undefined && receivingSteps.has(step) ? [destinations, sources] : [sources, destinations];
  const named = ends
    .map((end) => end.get('possessing_party') ?? end.get('owning_party'))
    .find((one) => one !== undefined);
  if (named !== undefined) return toParty(expand(named, prefixes));
  const places = [
    placeId(event['readPoint']),
    placeId(event['bizLocation']),
    ...ends.map((end) => end.get('location')),
  ];
  const place = places.find((one) => one !== undefined && glnOf(one) !== undefined);
  return place === undefined ? undefined : toParty(place);
}

function partiesIn(list: unknown, field: 'source' | 'destination'): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of Array.isArray(list) ? list : []) {
    const kind = isMap(one) ? bareWord('partyType', String(one['type'])) : undefined;
    const name = isMap(one) ? one[field] : undefined;
    if (kind !== undefined && typeof name === 'string' && !found.has(kind)) found.set(kind, name);
  }
  return found;
}

const placeId = (place: unknown): string | undefined =>
  isMap(place) && typeof place['id'] === 'string' ? place['id'] : undefined;

const toParty = (name: string): Party => ({ identifier: canonicalParty(name) });

/** Returns a username for an unregistered party: readable, valid, and always the same for an identifier. */
export function usernameFor(identifier: string): string {
  const gln = glnOf(identifier);
  if (gln !== undefined) return `gln-${gln.slice(0, 13)}`;
  const slug = shortForm(identifier)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 16);
  return `party-${slug}-${fingerprint(identifier)}`.replace('--', '-');
}

/** Returns the alternative if that username is taken. */
export const otherUsernameFor = (identifier: string): string =>
  `${usernameFor(identifier).slice(0, 23)}-${fingerprint(identifier)}`;

const fingerprint = (identifier: string) => hash('sha256', identifier, 'hex').slice(0, 8);

/** Returns the display name of an unregistered party. */
export const displayNameFor = (identifier: string): string => shortForm(identifier).slice(0, 120);

/** Returns the role of a party by its actions: making takes precedence over shipping, shipping over receiving. */
export function roleByActions(actions: ReadonlySet<string>): ParticipantRole {
  if (actions.has('manufactured')) return 'manufacturer';
  if (actions.has('shipped')) return 'shipper';
  return actions.has('received') || actions.has('delivered') ? 'retailer' : 'other';
}
