import { withCheckDigit } from './check-digit.ts';
import { decodeSegment, isWebAddress, normalizePercentEncoding } from './uri-spelling.ts';

/** The resolver of GS1, which canonical Digital Links name. */
export const RESOLVER = 'https://id.gs1.org';
/**
 * Digits that an ordinary page may have for a date, or for a date with a time. They have the lengths of a GTIN-8, GTIN-12 and
 * GTIN-14. Such numbers of the years 2020 to 2029 are no global GTINs at all: GS1 keeps the prefixes 020 to 029 for use within a company.
 */
const DATE = /^\d{8}$|^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d([0-5]\d)?$/;
/** A name of older Digital Links that is also a word of ordinary addresses. */
const ORDINARY_WORD = 'party';

/** The names in older Digital Links, with their numbers. */
const shortNames: Readonly<Record<string, string>> = {
  gtin: '01',
  sscc: '00',
  gln: '414',
  party: '417',
  grai: '8003',
  giai: '8004',
  gdti: '253',
  gcn: '255',
  ginc: '401',
  gsin: '402',
  itip: '8006',
  cpid: '8010',
  gsrn: '8018',
  gsrnp: '8017',
  lot: '10',
  ser: '21',
  glnx: '254',
  cpsn: '8011',
};

type PrimaryKey = {
  readonly value: RegExp;
  /** The number of digits, the last of which is a check digit; 0 without one. */
  readonly checkedDigits: number;
  /** Its key qualifiers that identify a separate object, finest first. */
  readonly qualifiers: readonly string[];
  /** Qualifiers that may be in the path, but identify no other object. */
  readonly others?: readonly string[];
};

/** The primary keys with the format of their values and their qualifiers (GS1 Digital Link URI Syntax 1.3, 4.3 to 4.9). */
const primaryKeys: Readonly<Record<string, PrimaryKey>> = {
  '00': { value: /^\d{18}$/, checkedDigits: 18, qualifiers: [] },
  '01': { value: /^(\d{8}|\d{12,14})$/, checkedDigits: 14, qualifiers: ['21', '235', '10'], others: ['22'] },
  '253': { value: /^\d{13}[^/]{0,17}$/, checkedDigits: 13, qualifiers: [] },
  '255': { value: /^\d{13,25}$/, checkedDigits: 13, qualifiers: [] },
  '401': { value: /^\d{4}[^/]{0,26}$/, checkedDigits: 0, qualifiers: [] },
  '402': { value: /^\d{17}$/, checkedDigits: 17, qualifiers: [] },
  '414': { value: /^\d{13}$/, checkedDigits: 13, qualifiers: ['254'], others: ['7040'] },
  '417': { value: /^\d{13}$/, checkedDigits: 13, qualifiers: [], others: ['7040'] },
  '8003': { value: /^\d{14}[^/]{0,16}$/, checkedDigits: 14, qualifiers: [] },
  '8004': { value: /^\d{4}[^/]{0,26}$/, checkedDigits: 0, qualifiers: [], others: ['7040'] },
  '8006': { value: /^\d{18}$/, checkedDigits: 14, qualifiers: ['21', '10'], others: ['22'] },
  '8010': { value: /^\d{4}[^/]{0,26}$/, checkedDigits: 0, qualifiers: ['8011'] },
  '8017': { value: /^\d{18}$/, checkedDigits: 18, qualifiers: [], others: ['8019'] },
  '8018': { value: /^\d{18}$/, checkedDigits: 18, qualifiers: [], others: ['8019'] },
};

/**
 * Returns the canonical Digital Link of the key in a web address, or undefined without one. Any web page may have `/01/` in
 * its address, so anything else behind the key, or a wrong check digit, makes it an address and not a key. `certain`
 * excludes keys that are certain only at the resolver of GS1: one without a check digit may be the number of a room, one
 * that reads as a date may be one, unless qualifiers of its key follow, and `/party/` is a word.
 */
export function fromDigitalLink(uri: string, read: 'certain' | 'all'): string | undefined {
  return findKey(uri, (key) => hasCheckDigit(key) && (read === 'all' || isCertain(uri, key)))?.canonical;
}

/**
 * Returns the lot (AI 10) in a web address with a certain GS1 key, also if a serial number follows, which the canonical
 * Digital Link has in its place.
 */
export function lotInLink(uri: string): string | undefined {
  const lot = findKey(uri, (key) => hasCheckDigit(key) && isCertain(uri, key))?.lot;
  return lot === undefined ? undefined : decodeSegment(lot);
}

/** Reports whether a web address would have a GS1 key if its check digit were right. */
export function hasWrongCheckDigit(uri: string): boolean {
  if (!isWebAddress(uri) || fromDigitalLink(uri, 'certain') !== undefined) return false;
  return findKey(uri, (key) => !hasCheckDigit(key) && isCertain(uri, key)) !== undefined;
}

/** A primary key in a path: its name and digits as written, the digits filled up to the length of the key. */
type FoundKey = {
  readonly name: string;
  readonly written: string;
  readonly value: string;
  readonly shape: PrimaryKey;
  readonly isQualified: boolean;
};

/** Reads the rightmost key of the path that is followed by nothing but its qualifiers and that `isKey` accepts. */
function findKey(uri: string, isKey: (key: FoundKey) => boolean): { canonical: string; lot?: string } | undefined {
  const path = (uri.split(/[?#]/)[0] ?? '').replace(/\/$/, '');
  const segments = path.split('/').slice(3).map(normalizePercentEncoding);
  for (let at = segments.length - 2; at >= 0; at--) {
    const key = numberOf(segments[at]);
    const shape = own(primaryKeys, key);
    const written = segments[at + 1] ?? '';
    const value = key === '01' ? written.padStart(14, '0') : written;
    if (shape === undefined || !shape.value.test(written)) continue;
    const qualifiers = qualifiersIn(segments.slice(at + 2), shape);
    if (qualifiers === undefined) continue;
    const name = (segments[at] ?? '').toLowerCase();
    if (!isKey({ name, written, value, shape, isQualified: qualifiers.size > 0 })) continue;
    const finest = shape.qualifiers.find(
      (one) => qualifiers.has(one) && !(one === '254' && qualifiers.get(one) === '0'),
    );
    const detail = finest === undefined ? '' : `/${finest}/${encodeSegment(qualifiers.get(finest) ?? '')}`;
    const lot = qualifiers.get('10');
    const canonical = `${RESOLVER}/${key}/${encodeSegment(value)}${detail}`;
    return lot === undefined ? { canonical } : { canonical, lot };
  }
  return undefined;
}

function isCertain(uri: string, { name, written, shape, isQualified }: FoundKey): boolean {
  if (uri.toLowerCase().startsWith(`${RESOLVER}/`)) return true;
  if (shape.checkedDigits === 0 || name === ORDINARY_WORD) return false;
  // A day of eight digits stays one: only a GTIN with a serial number or lot has as many digits as a time.
  return !DATE.test(written) || (isQualified && written.length > 8);
}

const hasCheckDigit = ({ value, shape: { checkedDigits } }: FoundKey): boolean =>
  checkedDigits === 0 ||
  withCheckDigit(value.slice(0, checkedDigits - 1), checkedDigits) === value.slice(0, checkedDigits);

/**
 * Returns the qualifiers in the rest of a path, or undefined if it is not made of this key's qualifiers, each at most once
 * and coarsest first (GS1 Digital Link URI Syntax 1.3, 4.9).
 */
function qualifiersIn(
  rest: readonly string[],
  { qualifiers, others = [] }: PrimaryKey,
): Map<string, string> | undefined {
  const order = [...others, ...qualifiers.toReversed()];
  const found = new Map<string, string>();
  let last = -1;
  for (let at = 0; at < rest.length; at += 2) {
    const [name, value = ''] = [numberOf(rest[at]), rest[at + 1]];
    const place = order.indexOf(name);
    if (value === '' || place <= last) return undefined;
    last = place;
    found.set(name, value);
  }
  return found;
}

const numberOf = (segment = '') => own(shortNames, segment.toLowerCase()) ?? segment;

/** Looks up own properties only: a path is arbitrary text, and `constructor` is not a GS1 key. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Encodes characters that are allowed in a URN but not in the path of a Digital Link (Digital Link table 7-1). */
export const encodeSegment = (text: string) =>
  text.replaceAll(/[!()*+,:]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
