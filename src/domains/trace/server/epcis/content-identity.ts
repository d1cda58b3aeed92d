import { hash } from 'node:crypto';
import { canonicalJson } from '@cairn/ledger-proof';
import { canonicalGs1Key, inOneSpelling } from '#domains/participants/server/index.ts';
import { isMap, type JsonMap } from './check-shape.ts';
import { customContext, STANDARD_PREFIXES, withContext } from './json-ld-context.ts';
import { bareWord, type vocabularyOf } from './vocabularies.ts';

/**
 * Returns the identity that detects repetitions: SHA-256 (32 bytes) of the event without `eventID` and `recordTime`, with
 * the meanings of the prefixes it uses. Only EPCIS's own spellings are unified: lists without an order, GS1 keys, the
 * percent-encoding of other web addresses and URNs, words of the CBV, and the zone of `eventTime`, which has a field of its
 * own. The event hash of the CBV is no such identity: it equates the lots `0012` and `12`, rounds times, and leaves comments and error declarations out.
 * @param context the custom parts of its document's `@context`
 * @param addresses `as spelled` returns the identity of earlier versions
 */
export function contentIdentity(
  event: JsonMap,
  context: readonly unknown[],
  addresses: 'in one spelling' | 'as spelled' = 'in one spelling',
): Buffer {
  const { '@context': ownContext, eventID: _, recordTime: __, ...content } = event;
  const contexts = [...context, ...customContext(ownContext)];
  const text = canonicalJson(content);
  const prefixes = [...withContext(STANDARD_PREFIXES, contexts)].filter(([prefix]) => text.includes(`"${prefix}:`));
  // The content of a context at an address is unknown here, so another address may give the names another meaning.
  const outside = contexts.filter((one) => typeof one === 'string');
  const spell = addresses === 'as spelled' ? asSpelled : inOneSpelling;
  const identified = [unified('event', content, spell), Object.fromEntries(prefixes), outside];
  return hash('sha256', canonicalJson(identified), 'buffer');
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Lists whose order has no meaning (EPCIS 2.0 section 7.3). */
const unordered = words(`
  epcList childEPCs inputEPCList outputEPCList quantityList childQuantityList inputQuantityList outputQuantityList
  bizTransactionList sourceList destinationList sensorElementList`);

/** Fields whose values are identifiers, which may be GS1 keys. */
export const identifierFields = words(`
  epcList childEPCs inputEPCList outputEPCList parentID epcClass id source destination bizTransaction`);

const vocabularies: Readonly<Record<string, keyof typeof vocabularyOf & string>> = {
  bizStep: 'bizStep',
  disposition: 'disposition',
  'bizTransactionList type': 'bizTransactionType',
  'sourceList type': 'partyType',
  'destinationList type': 'partyType',
};

type Spell = (address: string) => string;
const asSpelled: Spell = (address) => address;

/** Returns a field's value in one spelling. Fields of extensions, whose names have a prefix, stay as they are. */
function unified(field: string, value: unknown, spell: Spell): unknown {
  if (field.includes(':')) return value;
  if (Array.isArray(value)) {
    const items = value.map((one) => unified(field, one, spell));
    return unordered.has(field) ? items.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)) : items;
  }
  if (isMap(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, unified(name === 'type' ? `${field} type` : name, one, spell)]),
    );
  if (typeof value !== 'string') return value;
  if (field === 'eventTime') return exactInstant(value);
  const vocabulary = vocabularies[field];
  if (vocabulary !== undefined) return bareWord(vocabulary, value) ?? value;
  return identifierFields.has(field) ? unifiedKey(value, spell) : value;
}

/** Returns a GS1 key's canonical Digital Link, if the text states nothing else: no lot of a serial number, no query. */
function unifiedKey(text: string, spell: Spell): string {
  const canonical = canonicalGs1Key(text);
  if (canonical === undefined) return spell(text);
  return text.startsWith('urn:') || text.endsWith(new URL(canonical).pathname) ? canonical : spell(text);
}

/** Returns the instant in UTC with every digit of its fraction. */
function exactInstant(text: string): string {
  const [, seconds = '', fraction = '', zone = ''] = /^([^.]+?)(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(text) ?? [];
  const instant = new Date(`${seconds}${zone}`).toISOString().slice(0, 19);
  return `${instant}.${fraction.replace(/0+$/, '')}Z`;
}
