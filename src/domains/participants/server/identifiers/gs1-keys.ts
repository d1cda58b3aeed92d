import { fromDigitalLink, RESOLVER } from '#domains/participants/contract/identifiers/digital-link.ts';
import { decodeSegment, inOneSpelling, isWebAddress } from '#domains/participants/contract/identifiers/uri-spelling.ts';
import { fromUrn } from './epc-urn.ts';

/**
 * Returns the form in which GS1 keys are compared: the canonical Digital Link of the finest level, without attributes.
 * Equivalent EPC URNs, class or pattern URNs, and Digital Links of any domain yield the same text. Returns undefined
 * for text that is not a GS1 key. The reverse is impossible, because a Digital Link does not show where the company
 * prefix ends (EPC Tag Data Standard 2.0 section 6, GS1 Digital Link URI Syntax 1.3 section 4).
 */
export function canonicalGs1Key(uri: string): string | undefined {
  if (uri.startsWith('urn:epc:')) return fromUrn(uri);
  return isWebAddress(uri) ? fromDigitalLink(uri, 'certain') : undefined;
}

/**
 * Returns the same as `canonicalGs1Key`, but also reads keys in addresses that an ordinary page may have, like the event hash of the
 * CBV.
 */
export function hashedGs1Key(uri: string): string | undefined {
  return isWebAddress(uri) ? fromDigitalLink(uri, 'all') : canonicalGs1Key(uri);
}

/**
 * Returns the form in which identifiers are compared: the canonical form of a GS1 key, the one spelling of another web
 * address or URN, any other text unchanged.
 */
export const canonicalIdentifier = (uri: string): string => canonicalGs1Key(uri) ?? inOneSpelling(uri);

/** Returns the lot in an identifier, if any. */
export function lotOf(uri: string): string | undefined {
  const lot = /\/10\/([^/]+)$/.exec(canonicalGs1Key(uri) ?? '')?.[1];
  return lot === undefined ? undefined : decodeSegment(lot);
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
  return `${name} ${decodeSegment(value)}${qualifier === undefined || detail === undefined ? '' : ` ${keyNames[qualifier] ?? qualifier} ${decodeSegment(detail)}`}`;
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
