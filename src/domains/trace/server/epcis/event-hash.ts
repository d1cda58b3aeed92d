import { hash } from 'node:crypto';
import { hashedGs1Key } from '#domains/participants/server/index.ts';
import { expand, type Prefixes } from './json-ld-context.ts';
import { presentSpelling, vocabularyOf } from './vocabularies.ts';

/**
 * Returns the content identity of an EPCIS event: `ni:///sha-256;<hex>?ver=CBV2.0` (CBV 2.0 section 8.9). Documents
 * that differ only in spelling, order or context yield the same identity. eventID, recordTime and errorDeclaration are
 * excluded, so an error declaration has the identity of the event it corrects.
 */
export function eventHash(event: Record<string, unknown>, prefixes: Prefixes, ignored?: ReadonlySet<string>): string {
  return `ni:///sha-256;${hash('sha256', eventPreHash(event, prefixes, ignored), 'hex')}?ver=CBV2.0`;
}

/** Returns the text whose SHA-256 is the event's identity. */
export function eventPreHash(
  event: Record<string, unknown>,
  prefixes: Prefixes,
  ignored?: ReadonlySet<string>,
): string {
  const ordered = inOrder(event, eventLayout, prefixes);
  const others = Object.entries(event)
    .filter(([name]) => !leftOut.has(name) && !eventNames.has(name) && ignored?.has(expand(name, prefixes)) !== true)
    .flatMap(([name, value]) => extension(name, value, prefixes));
  return `eventType=${text(event['type'], 'value', prefixes)}${ordered}${others.sort(byBytes).join('')}`;
}

/** The format of a field: a value of some kind, a named list of values, or an object with its own order. */
type Field =
  | readonly [name: string, kind: Kind]
  | readonly [name: string, kind: 'list', item: string]
  | readonly [name: string, kind: 'items', layout: readonly Field[], item: string]
  | readonly [name: string, kind: 'object', layout: readonly Field[]];
type Kind = 'value' | 'time' | keyof typeof vocabularyOf;

const quantity: readonly Field[] = [
  ['epcClass', 'value'],
  ['quantity', 'value'],
  ['uom', 'value'],
];
const place: readonly Field[] = [['id', 'value']];

const sensorMetadata: readonly Field[] = [
  ['time', 'time'],
  ['startTime', 'time'],
  ['endTime', 'time'],
  ['deviceID', 'value'],
  ['deviceMetadata', 'value'],
  ['rawData', 'value'],
  ['dataProcessingMethod', 'value'],
  ['bizRules', 'value'],
];

const sensorReport: readonly Field[] = [
  ['type', 'measurementType'],
  ['exception', 'sensorAlert'],
  ['deviceID', 'value'],
  ['deviceMetadata', 'value'],
  ['rawData', 'value'],
  ['dataProcessingMethod', 'value'],
  ['time', 'time'],
  ['microorganism', 'value'],
  ['chemicalSubstance', 'value'],
  ['value', 'value'],
  ['component', 'component'],
  ['stringValue', 'value'],
  ['booleanValue', 'value'],
  ['hexBinaryValue', 'value'],
  ['uriValue', 'value'],
  ['minValue', 'value'],
  ['maxValue', 'value'],
  ['meanValue', 'value'],
  ['sDev', 'value'],
  ['percRank', 'value'],
  ['percValue', 'value'],
  ['uom', 'value'],
  ['coordinateReferenceSystem', 'value'],
];

const eventLayout: readonly Field[] = [
  ['eventTime', 'time'],
  ['eventTimeZoneOffset', 'value'],
  ['certificationInfo', 'value'],
  ['parentID', 'value'],
  ['epcList', 'list', 'epc'],
  ['inputEPCList', 'list', 'epc'],
  ['childEPCs', 'list', 'epc'],
  ['quantityList', 'items', quantity, 'quantityElement'],
  ['childQuantityList', 'items', quantity, 'quantityElement'],
  ['inputQuantityList', 'items', quantity, 'quantityElement'],
  ['outputEPCList', 'list', 'epc'],
  ['outputQuantityList', 'items', quantity, 'quantityElement'],
  ['action', 'value'],
  ['transformationID', 'value'],
  ['bizStep', 'bizStep'],
  ['disposition', 'disposition'],
  [
    'persistentDisposition',
    'object',
    [
      ['set', 'disposition'],
      ['unset', 'disposition'],
    ],
  ],
  ['readPoint', 'object', place],
  ['bizLocation', 'object', place],
  [
    'bizTransactionList',
    'items',
    [
      ['type', 'bizTransactionType'],
      ['bizTransaction', 'value'],
    ],
    '',
  ],
  [
    'destinationList',
    'items',
    [
      ['type', 'partyType'],
      ['destination', 'value'],
    ],
    '',
  ],
  [
    'sourceList',
    'items',
    [
      ['type', 'partyType'],
      ['source', 'value'],
    ],
    '',
  ],
  [
    'sensorElementList',
    'items',
    [
      ['sensorMetadata', 'object', sensorMetadata],
      ['sensorReport', 'items', sensorReport, 'sensorReport'],
    ],
    'sensorElement',
  ],
  ['ilmd', 'object', []],
];

const namesOf = (layout: readonly Field[]): ReadonlySet<string> => new Set(layout.map(([name]) => name));
const eventNames = namesOf(eventLayout);
const leftOut = new Set(['@context', 'type', 'eventID', 'recordTime', 'errorDeclaration', 'rdfs:comment', 'comment']);

function inOrder(value: Record<string, unknown>, layout: readonly Field[], prefixes: Prefixes): string {
  return layout.map((field) => written(value[field[0]], field, prefixes)).join('');
}

/** Formats one known field, or returns an empty string if it has no content. */
function written(value: unknown, field: Field, prefixes: Prefixes): string {
  const [name, kind] = field;
  if (value === undefined || value === null) return '';
  if (field.length === 2) return sorted(listOf(value).map((one) => `${name}=${text(one, field[1], prefixes)}`));
  if (kind === 'list')
    return headed(name, sorted(listOf(value).map((one) => `${field[2]}=${text(one, 'value', prefixes)}`)));
  if (kind === 'items') {
    const [, , layout, item] = field;
    const items = sorted(listOf(value).map((one) => headed(item, objectText(one, layout, prefixes))));
    // The reports of a sensor element are inlined, without a list name.
    return item === name ? items : headed(name, items);
  }
  return headed(name, objectText(value, field[2] as readonly Field[], prefixes));
}

function objectText(value: unknown, layout: readonly Field[], prefixes: Prefixes): string {
  if (typeof value !== 'object' || value === null) return '';
  const known = namesOf(layout);
  const others = Object.entries(value)
    .filter(([name]) => !known.has(name) && !leftOut.has(name))
    .flatMap(([name, one]) => extension(name, one, prefixes));
  return inOrder(value as Record<string, unknown>, layout, prefixes) + others.sort(byBytes).join('');
}

/** Formats a field unknown to EPCIS under its full name, with its content sorted. */
function extension(name: string, value: unknown, prefixes: Prefixes): string[] {
  if (leftOut.has(name) && name !== 'type') return [];
  const full = fullName(name, prefixes);
  if (Array.isArray(value)) return value.flatMap((one) => extension(name, one, prefixes));
  if (typeof value !== 'object' || value === null)
    return value === null ? [] : [`${full}=${text(value, 'value', prefixes)}`];
  const parts = Object.entries(value).flatMap(([inner, one]) => extension(inner, one, prefixes));
  return [full + parts.sort(byBytes).join('')];
}

/** Expands `example:batch` to `{https://ns.example.com/epcis/}batch`. A full name yields the same. */
function fullName(name: string, prefixes: Prefixes): string {
  const full = expand(name, prefixes);
  const [, space, local] = /^(.+[/#:])([^/#:]+)$/.exec(full) ?? [];
  return space === undefined || local === undefined || (full === name && !/^(https?:\/\/|urn:)/.test(name))
    ? full
    : `{${space}}${local}`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const headed = (name: string, content: string) => (content === '' ? '' : name + content);
const sorted = (parts: readonly string[]) =>
  parts
    .filter((part) => part !== '')
    .sort(byBytes)
    .join('');
/** Compares by code point, as UTF-8 sorts. JavaScript's own order is by UTF-16 code unit. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function text(value: unknown, kind: Kind, prefixes: Prefixes): string {
  if (typeof value === 'number') return plainNumber(String(value)) ?? String(value);
  if (typeof value !== 'string') return String(value);
  const trimmed = value.trim();
  if (kind === 'time') return instant(trimmed) ?? trimmed;
  const vocabulary = vocabularyOf[kind];
  if (vocabulary?.words.has(trimmed)) return vocabulary.base + trimmed;
  const number = plainNumber(trimmed);
  if (number !== undefined) return number;
  const spelled = presentSpelling(trimmed);
  const expanded = presentSpelling(expand(spelled, prefixes));
  return (
    hashedGs1Key(spelled) ??
    (expanded.startsWith('https://ref.gs1.org/') || expanded.startsWith('https://gs1.org/voc/') ? expanded : spelled)
  );
}

/** Formats a number without redundant sign, zeros or exponent, exactly, so that two long numbers never become equal. */
function plainNumber(value: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/.exec(value) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction)
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length + Math.max(0, -point), '0');
  const at = Math.max(0, point);
  const before = digits.slice(0, at).replace(/^0+/, '') || '0';
  const after = digits.slice(at).replace(/0+$/, '');
  const plain = after === '' ? before : `${before}.${after}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/**
 * Returns the instant in UTC with milliseconds, rounded half up, or undefined if the text is not a date and time with a
 * zone.
 */
function instant(value: string): string | undefined {
  const [, seconds, fraction = '', zone] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(value) ?? [];
  const base = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(base)) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3)) + (Number(fraction[3] ?? '0') >= 5 ? 1 : 0);
  return new Date(base + milliseconds).toISOString();
}
