import { inOneSpelling, isWebAddress, normalizePercentEncoding } from './uri-spelling.ts';

const RESOLVER = 'https://id.gs1.org';
/** Also the length of a GTIN-8. */
const DATE_LENGTH = 8;

/**
 * Returns the form in which GS1 keys are compared: the canonical Digital Link of the finest level, without attributes.
 * Equivalent EPC URNs, class or pattern URNs, and Digital Links of any domain yield the same text. Returns undefined
 * for text that is not a GS1 key. The reverse is impossible, because a Digital Link does not show where the company
 * prefix ends (EPC Tag Data Standard 2.0 section 6, GS1 Digital Link URI Syntax 1.3 section 4).
 */
export function canonicalGs1Key(uri: string): string | undefined {
  if (uri.startsWith('urn:epc:')) return fromUrn(uri);
  return isWebAddress(uri) ? fromDigitalLink(uri, isSurelyKey(uri)) : undefined;
}

/**
 * Returns the same as `canonicalGs1Key`, but also reads keys in addresses that an ordinary page may have, like the event hash of the
 * CBV.
 */
export function hashedGs1Key(uri: string): string | undefined {
  return isWebAddress(uri) ? fromDigitalLink(uri, () => true) : canonicalGs1Key(uri);
}

/**
 * Returns a function that reports whether a valid key in this address is certainly a key. Except at the resolver of GS1, one
 * without a check digit may be the number of a room, and one of eight digits a date.
 */
const isSurelyKey =
  (uri: string) =>
  (value: string, { checkedDigits }: PrimaryKey): boolean =>
    uri.toLowerCase().startsWith(`${RESOLVER}/`) || (checkedDigits > 0 && value.length !== DATE_LENGTH);

/**
 * Returns the form in which identifiers are compared: the canonical form of a GS1 key, the one spelling of another web
 * address or URN, any other text unchanged.
 */
export const canonicalIdentifier = (uri: string): string => canonicalGs1Key(uri) ?? inOneSpelling(uri);

/** Returns the lot in an identifier, if any. */
export function lotOf(uri: string): string | undefined {
  const lot = /\/10\/([^/]+)$/.exec(canonicalGs1Key(uri) ?? '')?.[1];
  return lot === undefined ? undefined : decode(lot);
}

/** Returns the global location number of a canonical identifier, with its extension: `4012345000115` or `…/254/987`. */
export function glnOf(uri: string): string | undefined {
  return /\/(?:414|417)\/(\d{13}(?:\/254\/.+)?)$/.exec(canonicalGs1Key(uri) ?? '')?.[1];
}

/** Shortens an identifier for people: GS1 keys without the resolver, or the last part of another identifier. */
export function shortForm(uri: string): string {
  const canonical = canonicalGs1Key(uri);
  if (canonical === undefined)
    return /^[a-z]+:\/\//i.test(uri) ? (uri.split(/[/#]/).findLast((part) => part !== '') ?? uri) : uri;
  const parts = canonical.slice(RESOLVER.length + 1).split('/');
  const [key = '', value = '', qualifier, detail] = parts;
  const name = keyNames[key] ?? key;
  return `${name} ${decode(value)}${qualifier === undefined || detail === undefined ? '' : ` ${keyNames[qualifier] ?? qualifier} ${decode(detail)}`}`;
}

const keyNames: Readonly<Record<string, string>> = {
  '00': 'SSCC',
  '01': 'GTIN',
  '10': 'lot',
  '21': 'serial',
  '235': 'serial',
  '253': 'GDTI',
  '254': 'extension',
  '255': 'GCN',
  '401': 'GINC',
  '402': 'GSIN',
  '414': 'GLN',
  '417': 'GLN',
  '8003': 'GRAI',
  '8004': 'GIAI',
  '8006': 'ITIP',
  '8010': 'CPID',
  '8011': 'serial',
  '8017': 'GSRN',
  '8018': 'GSRN',
};

/** Maps the dot-separated parts of an EPC URN to the path of its Digital Link, or to undefined if they do not fit. */
type Recipe = (prefix: string, reference: string, rest: string) => string | undefined;

const gln = (prefix: string, reference: string) => checked(prefix + reference, 13);
const gtin = (prefix: string, reference: string) => checked(reference.slice(0, 1) + prefix + reference.slice(1), 14);
const joined = (key: string, number: string | undefined, rest = '') =>
  number === undefined ? undefined : `${key}/${number}${rest}`;

const urnRecipes: Readonly<Record<string, Recipe>> = {
  'id:sgtin': (prefix, item, serial) =>
    serial === '' ? undefined : joined('01', gtin(prefix, item), `/21/${encode(serial)}`),
  'id:sscc': (prefix, serial) => joined('00', checked(serial.slice(0, 1) + prefix + serial.slice(1), 18)),
  'id:sgln': (prefix, place, extension) =>
    joined('414', gln(prefix, place), extension === '0' || extension === '' ? '' : `/254/${encode(extension)}`),
  'id:grai': (prefix, type, serial) =>
    joined('8003/0', gln(prefix, type), encode(serial))?.replace('8003/0/', '8003/0'),
  'id:giai': (prefix, asset, rest) => `8004/${prefix}${encode(withRest(asset, rest))}`,
  'id:gsrn': (prefix, service) => joined('8018', checked(prefix + service, 18)),
  'id:gsrnp': (prefix, service) => joined('8017', checked(prefix + service, 18)),
  'id:gdti': (prefix, type, serial) => joined('253', gln(prefix, type), encode(serial)),
  'id:cpi': (prefix, part, serial) => `8010/${prefix}${encode(part)}/8011/${serial}`,
  'id:sgcn': (prefix, coupon, serial) => joined('255', gln(prefix, coupon), serial),
  'id:ginc': (prefix, consignment, rest) => `401/${prefix}${encode(withRest(consignment, rest))}`,
  'id:gsin': (prefix, shipper) => joined('402', checked(prefix + shipper, 17)),
  'id:itip': (prefix, item, rest) => {
    const [, piece, total, serial] = /^(\d\d)\.(\d\d)\.(.+)$/.exec(rest) ?? [];
    return serial === undefined
      ? undefined
      : joined('8006', gtin(prefix, item), `${piece}${total}/21/${encode(serial)}`);
  },
  'id:upui': (prefix, item, serial) => joined('01', gtin(prefix, item), `/235/${encode(serial)}`),
  'id:pgln': (prefix, party) => joined('417', gln(prefix, party)),
  'class:lgtin': (prefix, item, lot) => joined('01', gtin(prefix, item), `/10/${encode(lot)}`),
  'idpat:sgtin': (prefix, item) => joined('01', gtin(prefix, item)),
  'idpat:grai': (prefix, type) => joined('8003/0', gln(prefix, type))?.replace('8003/0/', '8003/0'),
  'idpat:gdti': (prefix, type) => joined('253', gln(prefix, type)),
  'idpat:sgcn': (prefix, coupon) => joined('255', gln(prefix, coupon)),
  'idpat:cpi': (prefix, part) => `8010/${prefix}${encode(part)}`,
  'idpat:itip': (prefix, item, rest) => joined('8006', gtin(prefix, item), rest.split('.').slice(0, 2).join('')),
  'idpat:upui': (prefix, item) => joined('01', gtin(prefix, item)),
};

function fromUrn(uri: string): string | undefined {
  const [, scheme = '', prefix = '', reference = '', rest = ''] =
    /^urn:epc:((?:id|class|idpat):[a-z]+):(\d{6,12})\.([^.]*)(?:\.(.*))?$/.exec(normalizePercentEncoding(uri)) ?? [];
  const path = prefix === '' ? undefined : urnRecipes[scheme]?.(prefix, reference, rest);
  return path === undefined ? undefined : `${RESOLVER}/${path}`;
}

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
 * Reads the rightmost key of the path, followed by nothing but its qualifiers. Any web page may have `/01/` in its address,
 * so anything else behind it, or a wrong check digit, makes it an address and not a key.
 */
function fromDigitalLink(uri: string, isKey: (value: string, shape: PrimaryKey) => boolean): string | undefined {
  const path = (uri.split(/[?#]/)[0] ?? '').replace(/\/$/, '');
  const segments = path.split('/').slice(3).map(normalizePercentEncoding);
  for (let at = segments.length - 2; at >= 0; at--) {
    const key = numberOf(segments[at]);
    const shape = own(primaryKeys, key);
    const value = key === '01' ? (segments[at + 1] ?? '').padStart(14, '0') : (segments[at + 1] ?? '');
    if (shape === undefined || !shape.value.test(segments[at + 1] ?? '') || !endsInCheckDigit(value, shape)) continue;
    if (!isKey(segments[at + 1] ?? '', shape)) continue;
    const qualifiers = qualifiersIn(segments.slice(at + 2), shape);
    if (qualifiers === undefined) continue;
    const finest = shape.qualifiers.find(
      (one) => qualifiers.has(one) && !(one === '254' && qualifiers.get(one) === '0'),
    );
    const detail = finest === undefined ? '' : `/${finest}/${encode(qualifiers.get(finest) ?? '')}`;
    return `${RESOLVER}/${key}/${encode(value)}${detail}`;
  }
  return undefined;
}

/** Returns the qualifiers in the rest of a path, or undefined if it is not made of this key's qualifiers, each once. */
function qualifiersIn(
  rest: readonly string[],
  { qualifiers, others = [] }: PrimaryKey,
): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (let at = 0; at < rest.length; at += 2) {
    const [name, value = ''] = [numberOf(rest[at]), rest[at + 1]];
    if (value === '' || found.has(name) || !(qualifiers.includes(name) || others.includes(name))) return undefined;
    found.set(name, value);
  }
  return found;
}

const endsInCheckDigit = (value: string, { checkedDigits }: PrimaryKey): boolean =>
  checkedDigits === 0 || checked(value.slice(0, checkedDigits - 1), checkedDigits) === value.slice(0, checkedDigits);

const numberOf = (segment = '') => own(shortNames, segment.toLowerCase()) ?? segment;

/** Looks up own properties only: a path is arbitrary text, and `constructor` is not a GS1 key. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const withRest = (reference: string, rest: string) => (rest === '' ? reference : `${reference}.${rest}`);

/**
 * Returns the digits with their check digit (GS1 General Specifications 7.9.1), or undefined if the length differs from
 * `length`.
 */
function checked(digits: string, length: number): string | undefined {
  if (digits.length !== length - 1 || !/^\d+$/.test(digits)) return undefined;
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** Encodes characters that are allowed in a URN but not in the path of a Digital Link (Digital Link table 7-1). */
const encode = (text: string) =>
  text.replaceAll(/[!()*+,:]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
