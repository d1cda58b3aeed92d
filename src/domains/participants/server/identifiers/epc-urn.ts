import { withCheckDigit } from '#domains/participants/contract/identifiers/check-digit.ts';
import { encodeSegment, RESOLVER } from '#domains/participants/contract/identifiers/digital-link.ts';
import { normalizePercentEncoding } from '#domains/participants/contract/identifiers/uri-spelling.ts';

/** Maps the dot-separated parts of an EPC URN to the path of its Digital Link, or to undefined if they do not fit. */
type Recipe = (prefix: string, reference: string, rest: string) => string | undefined;

const gln = (prefix: string, reference: string) => withCheckDigit(prefix + reference, 13);
const gtin = (prefix: string, reference: string) =>
  withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1), 14);
const joined = (key: string, number: string | undefined, rest = '') =>
  number === undefined ? undefined : `${key}/${number}${rest}`;

const urnRecipes: Readonly<Record<string, Recipe>> = {
  'id:sgtin': (prefix, item, serial) =>
    serial === '' ? undefined : joined('01', gtin(prefix, item), `/21/${encodeSegment(serial)}`),
  'id:sscc': (prefix, serial) => joined('00', withCheckDigit(serial.slice(0, 1) + prefix + serial.slice(1), 18)),
  'id:sgln': (prefix, place, extension) =>
    joined('414', gln(prefix, place), extension === '0' || extension === '' ? '' : `/254/${encodeSegment(extension)}`),
  'id:grai': (prefix, type, serial) =>
    joined('8003/0', gln(prefix, type), encodeSegment(serial))?.replace('8003/0/', '8003/0'),
  'id:giai': (prefix, asset, rest) => `8004/${prefix}${encodeSegment(withRest(asset, rest))}`,
  'id:gsrn': (prefix, service) => joined('8018', withCheckDigit(prefix + service, 18)),
  'id:gsrnp': (prefix, service) => joined('8017', withCheckDigit(prefix + service, 18)),
  'id:gdti': (prefix, type, serial) => joined('253', gln(prefix, type), encodeSegment(serial)),
  'id:cpi': (prefix, part, serial) => `8010/${prefix}${encodeSegment(part)}/8011/${serial}`,
  'id:sgcn': (prefix, coupon, serial) => joined('255', gln(prefix, coupon), serial),
  'id:ginc': (prefix, consignment, rest) => `401/${prefix}${encodeSegment(withRest(consignment, rest))}`,
  'id:gsin': (prefix, shipper) => joined('402', withCheckDigit(prefix + shipper, 17)),
  'id:itip': (prefix, item, rest) => {
    const [, piece, total, serial] = /^(\d\d)\.(\d\d)\.(.+)$/.exec(rest) ?? [];
    return serial === undefined
      ? undefined
      : joined('8006', gtin(prefix, item), `${piece}${total}/21/${encodeSegment(serial)}`);
  },
  'id:upui': (prefix, item, serial) => joined('01', gtin(prefix, item), `/235/${encodeSegment(serial)}`),
  'id:pgln': (prefix, party) => joined('417', gln(prefix, party)),
  'class:lgtin': (prefix, item, lot) => joined('01', gtin(prefix, item), `/10/${encodeSegment(lot)}`),
  'idpat:sgtin': (prefix, item) => joined('01', gtin(prefix, item)),
  'idpat:grai': (prefix, type) => joined('8003/0', gln(prefix, type))?.replace('8003/0/', '8003/0'),
  'idpat:gdti': (prefix, type) => joined('253', gln(prefix, type)),
  'idpat:sgcn': (prefix, coupon) => joined('255', gln(prefix, coupon)),
  'idpat:cpi': (prefix, part) => `8010/${prefix}${encodeSegment(part)}`,
  'idpat:itip': (prefix, item, rest) => joined('8006', gtin(prefix, item), rest.split('.').slice(0, 2).join('')),
  'idpat:upui': (prefix, item) => joined('01', gtin(prefix, item)),
};

/** Returns the canonical Digital Link of an EPC URN, or undefined for any other. */
export function fromUrn(uri: string): string | undefined {
  const [, scheme = '', prefix = '', reference = '', rest = ''] =
    /^urn:epc:((?:id|class|idpat):[a-z]+):(\d{6,12})\.([^.]*)(?:\.(.*))?$/.exec(normalizePercentEncoding(uri)) ?? [];
  const path = prefix === '' ? undefined : urnRecipes[scheme]?.(prefix, reference, rest);
  return path === undefined ? undefined : `${RESOLVER}/${path}`;
}

const withRest = (reference: string, rest: string) => (rest === '' ? reference : `${reference}.${rest}`);
