import { hash } from 'node:crypto';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import { isMap, type JsonMap } from './check-shape.ts';
import { glnOf, shortForm } from './gs1-keys.ts';
import { expand, type Prefixes } from './json-ld-context.ts';
import { bareWord } from './vocabularies.ts';

/** Who did what an event tells, as the event names them. */
export type Party = {
  /** The form in which parties are compared. */
  readonly identifier: string;
  /** Every spelling under which somebody may have registered the same party, the identifier first. */
  readonly spellings: readonly string[];
};

/** Steps at the receiving end: whoever gets the goods does them. */
const receivingSteps = new Set(['receiving', 'arriving', 'accepting', 'unloading', 'stocking', 'storing']);

/**
 * The party that an event was done by: of a transfer whoever has the goods in hand at that end (possession before ownership),
 * else the global location number of the place where it happened. Undefined when the event names neither.
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

/** A location number names the same company as the party number with the same digits; its extension, a door, does not. */
function toParty(name: string): Party {
  const gln = glnOf(name)?.slice(0, 13);
  if (gln === undefined) return { identifier: name, spellings: [name] };
  const identifier = `https://id.gs1.org/417/${gln}`;
  return { identifier, spellings: [...new Set([identifier, `https://id.gs1.org/414/${gln}`, gln, name])] };
}

/** A username for a party that nobody registered: readable, valid, and always the same for the same identifier. */
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

/** The same for a username that somebody else has. */
export const otherUsernameFor = (identifier: string): string =>
  `${usernameFor(identifier).slice(0, 23)}-${fingerprint(identifier)}`;

const fingerprint = (identifier: string) => hash('sha256', identifier, 'hex').slice(0, 8);

/** How a party that nobody registered is called on screen. */
export const displayNameFor = (identifier: string): string => shortForm(identifier).slice(0, 120);

/** The role of a party by what it is seen doing: making comes before shipping, shipping before receiving. */
export function roleByActions(actions: ReadonlySet<string>): ParticipantRole {
  if (actions.has('manufactured')) return 'manufacturer';
  if (actions.has('shipped')) return 'shipper';
  return actions.has('received') || actions.has('delivered') ? 'retailer' : 'other';
}
