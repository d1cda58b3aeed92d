/** A fault of a document: its JSON pointer (RFC 6901), and a sentence that states it and the expected value. */
export type DocumentProblem = { readonly pointer: string; readonly message: string };

/** Collects problems, 50 at most. `add` takes the predicate of a sentence whose subject is the value at `pointer`. */
export type Report = { readonly problems: DocumentProblem[]; add(pointer: string, predicate: string): void };

/** Checks one value and reports its problems. Never throws. */
export type Rule = (value: unknown, pointer: string, report: Report) => void;

export type JsonMap = Record<string, unknown>;

const PROBLEMS_MAX = 50;

export function createReport(): Report {
  const problems: DocumentProblem[] = [];
  return {
    problems,
    add(pointer, predicate) {
      const subject = pointer === '' ? 'The document' : pointer;
      if (problems.length < PROBLEMS_MAX) problems.push({ pointer, message: `${subject} ${predicate}` });
    },
  };
}

/** Returns the pointer to a member, with special characters escaped. */
export const child = (pointer: string, name: string | number) =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u;
const NAME = /^[A-Za-z_][\w.-]*:[^\s\p{Cc}]+$/u;

/** Reports whether a name is unambiguous: a URI, or a name with a prefix. */
const isExtensionName = (name: string) => NAME.test(name);

/** Formats a wrong value for a message. */
function shown(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const rule =
  (holds: (value: unknown) => boolean, wanted: string): Rule =>
  (value, pointer, report) => {
    if (!holds(value)) report.add(pointer, `must be ${wanted}, not ${shown(value)}`);
  };

export const anything: Rule = () => undefined;
export const text = rule((value) => typeof value === 'string', 'text');
export const number = rule((value) => typeof value === 'number', 'a number');
export const flag = rule((value) => typeof value === 'boolean', 'true or false');
export const hexBinary = rule(
  (value) => typeof value === 'string' && /^([0-9A-Fa-f]{2})+$/.test(value),
  'hex digits, two for each byte',
);
export const uri = rule(
  (value) => typeof value === 'string' && URI.test(value),
  'a URI or a compact one, such as urn:epc:id:sgln:4012345.00011.0',
);

/** An identifier of an object. It becomes an asset id here, so it has the same maximum length. */
export const objectId = rule(
  (value) => typeof value === 'string' && URI.test(value) && value.length <= 200,
  'a URI of at most 200 characters, such as urn:epc:id:sgtin:4012345.011111.9876',
);

export const unitOfMeasure = rule(
  (value) => typeof value === 'string' && /^[A-Z0-9]{2,3}$/.test(value),
  'a UN/ECE Recommendation 20 code of two or three characters, such as KGM',
);

export const zoneOffset = rule(
  (value) => typeof value === 'string' && /^[+-]((0\d|1[0-3]):[0-5]\d|14:00)$/.test(value),
  'an offset such as +02:00, 14:00 at most',
);

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

export const dateTime = rule((value) => {
  const [, day] = (typeof value === 'string' ? DATE_TIME.exec(value) : undefined) ?? [];
  if (day === undefined || typeof value !== 'string' || value < '1970' || Number.isNaN(Date.parse(value))) return false;
  // Date.parse reads 31 February as 3 March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}, 'a date and time with a zone, from 1970 on, such as 2026-03-04T05:06:07+01:00');

export const oneOf = (...values: readonly string[]): Rule =>
  rule((value) => values.includes(value as string), values.join(' or '));

/** Checks for a bare word of the vocabulary, or a URI (or compact URI) for a custom word. */
export function word(name: string, words: ReadonlySet<string>): Rule {
  return (value, pointer, report) => {
    if (typeof value === 'string' && (words.has(value) || URI.test(value))) return;
    const near = typeof value === 'string' ? nearest(value, words) : undefined;
    const advice = near === undefined ? '' : ` (did you mean ${near}?)`;
    report.add(
      pointer,
      `must be a word of the CBV 2.0 ${name} vocabulary, or a URI for one of your own, not ${shown(value)}${advice}`,
    );
  };
}

/** Checks for a word of a growing vocabulary, which accepts unknown words, or a URI. */
export const openWord = (name: string): Rule =>
  rule(
    (value) => typeof value === 'string' && (/^[A-Za-z]\w*$/.test(value) || URI.test(value)),
    `a word of the ${name} vocabulary, or a URI`,
  );

function nearest(value: string, words: ReadonlySet<string>): string | undefined {
  const bare = value.toLowerCase().replaceAll(/[\s-]/g, '_');
  if (words.has(bare)) return bare;
  return [...words].find((one) => bare.length > 3 && (one.startsWith(bare.slice(0, 6)) || bare.endsWith(`:${one}`)));
}

export const listOf =
  (item: Rule, least = 0): Rule =>
  (value, pointer, report) => {
    if (!Array.isArray(value)) return report.add(pointer, `must be a list, not ${shown(value)}`);
    if (value.length < least) report.add(pointer, `must have ${least} or more entries`);
    for (const [i, one] of value.entries()) item(one, child(pointer, i), report);
  };

export const uniqueListOf =
  (item: Rule, least = 0): Rule =>
  (value, pointer, report) => {
    listOf(item, least)(value, pointer, report);
    if (!Array.isArray(value)) return;
    const seen = new Map<unknown, number>();
    for (const [i, one] of value.entries()) {
      const first = seen.get(one);
      if (first === undefined) seen.set(one, i);
      else report.add(child(pointer, i), `must not repeat entry ${first}`);
    }
  };

/** A JSON-LD context: the address of one, an object that is one, or a list of these. */
export const contextShape: Rule = (value, pointer, report) => {
  for (const part of Array.isArray(value) ? value : [value])
    if (!isMap(part) && !(typeof part === 'string' && URI.test(part)))
      report.add(pointer, `must be an address, an object, or a list of them, not ${shown(part)}`);
};

/** One value, or a list of such values. */
export const oneOrMore =
  (item: Rule): Rule =>
  (value, pointer, report) =>
    (Array.isArray(value) ? listOf(item) : item)(value, pointer, report);

/**
 * Checks an object with these fields. If `extensible`, other names are allowed as a URI or compact URI, so that a
 * misspelled field never passes for an extension.
 */
export function fields(
  known: Readonly<Record<string, Rule>>,
  options: { required?: readonly string[]; extensible?: boolean } = {},
): Rule {
  const { required = [], extensible = false } = options;
  return (value, pointer, report) => {
    if (!isMap(value)) return report.add(pointer, `must be an object, not ${shown(value)}`);
    for (const name of required) if (value[name] === undefined) report.add(child(pointer, name), 'is missing');
    for (const [name, one] of Object.entries(value)) {
      const check = Object.hasOwn(known, name) ? known[name] : undefined;
      if (check !== undefined) check(one, child(pointer, name), report);
      else if (!extensible)
        report.add(child(pointer, name), `is not a field here; known are ${Object.keys(known).join(', ')}`);
      else if (!isExtensionName(name))
        report.add(
          child(pointer, name),
          'is not a field of EPCIS 2.0; a field of your own needs a prefix, as in example:name',
        );
    }
  };
}
