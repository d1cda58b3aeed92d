import { lotOf, shortForm } from '#domains/participants/server/index.ts';
import { Coordinates } from '#domains/trace/contract.ts';
import { ASSET_IDS } from '../lineage/links-in.ts';
import { actionOf } from './action-of.ts';
import { isMap, type JsonMap } from './check-shape.ts';
import { contentIdentity } from './content-identity.ts';
import { eventHash } from './event-hash.ts';
import { derivedIdentity, type FormerIdentities, formerIdentities } from './former-identity.ts';
import { expand, type Prefixes } from './json-ld-context.ts';
import { OBJECTS_MAX, objectsInOneSpelling, objectsOf, type SpelledObject } from './objects-of.ts';
import { destinationOf, type Party, partyOf } from './party-of.ts';
import type { DocumentEvent } from './validate-document.ts';
import { bareWord } from './vocabularies.ts';

/** A planned block: an event about one object, or about none. */
export type PlannedBlock = {
  readonly action: string;
  readonly assetId: string | undefined;
  readonly party: Party | undefined;
  /** The receiver that the event names. */
  readonly destination: Party | undefined;
  readonly meta: JsonMap;
  /** Milliseconds since the epoch. */
  readonly happenedAt: number;
  /** Identity that detects repetitions: SHA-256, 32 bytes. */
  readonly identity: Buffer;
  /** The identities that earlier versions gave the block. */
  readonly former: FormerIdentities;
};

export type PlannedEvent = {
  /** `ni:///sha-256;…` by the rules of the CBV: the same for an event and its error declaration. */
  readonly eventHash: string;
  readonly pointer: string;
  /** One block for each object, the first with the whole event. Never empty. */
  readonly blocks: readonly PlannedBlock[];
  /** Number of objects in the event beyond those that get a block. */
  readonly objectsWithoutBlock: number;
};

/**
 * Returns the blocks of an event: one for each object it names, so that every object's journey shows it, or one
 * without an asset for an event about quantities or a location. The first contains the original event; the others
 * reference it by hash. An event of more than 200 objects becomes one block about the first.
 * @param document the name of the document's header, if that has a block
 * @param storedIds ids of assets that exist under the name in the event, or under another spelling of it
 */
export function eventToBlocks(
  source: DocumentEvent,
  document?: string,
  storedIds: ReadonlyMap<string, string> = new Map(),
): PlannedEvent {
  const { event, prefixes, context, pointer } = source;
  const named = eventHash(event, prefixes, source.ignored);
  const identity = contentIdentity(event, context);
  const objectsAsSpelled = objectsOf(event, prefixes);
  const formerOf = formerIdentities(source, named, objectsAsSpelled[0]?.name);
  const idOf = (object: SpelledObject) => storedIds.get(object.spelled) ?? object.name;
  const objects = objectsInOneSpelling(objectsAsSpelled);
  const told = objects.length > OBJECTS_MAX ? objects.slice(0, 1) : objects;
  const facts = factsOf(event, prefixes);
  const otherIds = objects.filter((object) => idOf(object) !== object.spelled);
  const whole = {
    epcis: event,
    ...(context.length === 0 ? {} : { epcisContext: context }),
    ...(otherIds.length === 0
      ? {}
      : { [ASSET_IDS]: Object.fromEntries(otherIds.map((object) => [object.spelled, idOf(object)])) }),
  };
  const party = partyOf(event, prefixes);
  const destination = destinationOf(event, prefixes);
  const block = (object: SpelledObject | undefined, position: number): PlannedBlock => {
    const part = object?.part ?? 'object';
    const lot = facts.batch ?? (object === undefined ? undefined : lotOf(object.name));
    return {
      action: actionOf(event, part),
      assetId: object === undefined ? undefined : idOf(object),
      party,
      destination,
      meta: {
        ...facts,
        ...(lot === undefined ? {} : { batch: lot }),
        ...(object === undefined ? {} : { epcisPart: part }),
        epcisEvent: named,
        ...(position === 0 && document !== undefined ? { epcisDocument: document } : {}),
        ...(position === 0 ? whole : {}),
      },
      happenedAt: Date.parse(event.eventTime),
      identity: position === 0 || object === undefined ? identity : derivedIdentity(identity, object.name),
      former: formerOf(object?.spelled),
    };
  };
  const blocks = told.length === 0 ? [block(undefined, 0)] : told.map(block);
  return { eventHash: named, pointer, blocks, objectsWithoutBlock: objects.length - told.length };
}

const NAME_MAX = 200;
const LOCATION_MAX = 300;

/** Derives the fields that screens show from the event. */
function factsOf(event: DocumentEvent['event'], prefixes: Prefixes) {
  const place = [event['readPoint'], event['bizLocation']].find((one) => isMap(one) && typeof one['id'] === 'string');
  const location = isMap(place) ? cut(shortForm(String(place['id'])), LOCATION_MAX) : undefined;
  const name = fromMasterData(event, prefixes, [
    'descriptionShort',
    'productName',
    'tradeItemDescription',
    'functionalName',
  ]);
  const batch = fromMasterData(event, prefixes, ['lotNumber', 'batch', 'batchNumber', 'lot']) ?? onlyLot(event);
  const step = event['bizStep'];
  const disposition = event['disposition'];
  return {
    timestamp: new Date(event.eventTime).toISOString(),
    ...(name === undefined ? {} : { name: cut(name, NAME_MAX) }),
    ...(batch === undefined ? {} : { batch: cut(batch, NAME_MAX) }),
    ...(location === undefined ? {} : { location }),
    ...coordinatesOf(place),
    ...(typeof step === 'string' ? { bizStep: bareWord('bizStep', step) ?? step } : {}),
    ...(typeof disposition === 'string' ? { disposition: bareWord('disposition', disposition) ?? disposition } : {}),
  };
}

/** Returns the coordinates of a location that is an RFC 5870 `geo:` URI. */
function coordinatesOf(place: unknown) {
  const [, latitude, longitude] = /^geo:(-?[\d.]+),(-?[\d.]+)/.exec(isMap(place) ? String(place['id']) : '') ?? [];
  const read = Coordinates.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  return read.success ? { coordinates: read.data } : {};
}

/** Truncates text. The cut may split a surrogate pair, and a lone surrogate has no canonical form. */
const cut = (text: string, length: number) => text.slice(0, length).toWellFormed();

/** Returns a field of the objects' master data by its local name, in any namespace. */
function fromMasterData(event: JsonMap, prefixes: Prefixes, names: readonly string[]): string | undefined {
  const ilmd = event['ilmd'];
  if (!isMap(ilmd)) return undefined;
  const fields = Object.entries(ilmd).map(
    ([name, value]) => [expand(name, prefixes).split(/[/#:]/).at(-1), plainText(value)] as const,
  );
  return names
    .map((name) => fields.find(([local, value]) => local === name && value !== undefined)?.[1])
    .find((one) => one !== undefined);
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return plainText(value[0]);
  if (isMap(value)) return plainText(value['@value'] ?? value['#text']);
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\u0000') ? value.trim() : undefined;
}

/** Returns the lot of the event's classes, if there is only one. */
function onlyLot(event: JsonMap): string | undefined {
  const lists = ['quantityList', 'outputQuantityList', 'childQuantityList'].map((name) => event[name]);
  const classes = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((one) => (isMap(one) ? String(one['epcClass']) : ''));
  const lots = new Set(classes.flatMap((one) => lotOf(one) ?? []));
  return lots.size === 1 ? [...lots][0] : undefined;
}
