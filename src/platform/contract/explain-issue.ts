import type { z } from 'zod';
import type { FieldError } from './errors.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Returns an error map for a request part: one sentence for each issue that its schema has no message for. The sentence
 * names the field as the contract does and states what would be right.
 */
export function explainIssues(part: FieldError['in']): z.core.$ZodErrorMap {
  return (issue) => explain(issue, fieldName(part, issue.path ?? []));
}

/** Returns the dotted name of the field at `path`, or the name of the whole part. */
export function fieldName(part: FieldError['in'], path: readonly PropertyKey[]): string {
  return path.length === 0 ? `The ${part === 'params' ? 'path' : part}` : path.map(String).join('.');
}

/** Returns the sentence about a field that the contract does not declare. */
export const unknownField = (name: string) => `${name} is not a known field; remove it`;

/**
 * Returns an issue with its own message, for `addIssue`. The message is the field's name followed by `predicate`, such
 * as "contains a tab".
 */
export const fieldIssue = (predicate: string) => ({ code: 'custom', params: { predicate } }) as const;

function explain(issue: Issue, name: string): string {
  if (isMissing(issue)) return `${name} is required`;
  if (isNull(issue)) return `${name} must not be null`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${name} must be ${isSwitch(issue) ? 'true or false' : alternatives(issue.values.map(String))}`;
    case 'too_small':
      return `${name} must ${bound(name, issue.origin, issue.exact ? '' : 'at least ', issue.minimum, issue.inclusive)}`;
    case 'too_big':
      return `${name} must ${bound(name, issue.origin, issue.exact ? '' : 'at most ', issue.maximum, issue.inclusive)}`;
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `${name} must ${formats[issue.format] ?? `match the pattern ${issue.pattern}`}`;
    case 'unrecognized_keys':
      return issue.keys.map(unknownField).join('. ');
    case 'invalid_union':
      return explainUnion(issue, name);
    case 'custom':
      return typeof issue.params?.predicate === 'string' ? `${name} ${issue.params.predicate}` : unexplained(name);
    default:
      return unexplained(name);
  }
}

const unexplained = (name: string) => `${name} has a form that is not allowed here; the API reference has its schema`;
/**
 * Returns the issues of the only alternative that accepts the input's type. The other alternatives would require
 * another type.
 */
function explainUnion({ errors, path = [] }: Extract<Issue, { code: 'invalid_union' }>, name: string): string {
  const fitting = errors.filter(
    (issues) => !issues.some((one) => one.code === 'invalid_type' && one.path.length === 0),
  );
  const [first] = fitting.length === 1 ? (fitting[0] ?? []) : [];
  if (first === undefined) return unexplained(name);
  // Its path begins at the union.
  return path.length === 0 ? first.message : `${name}: ${first.message}`;
}

const isMissing = ({ code, input }: Issue) => input === undefined && isAboutValue(code);

/** An optional field may be left out, but not null, so null is not reported as missing. */
const isNull = ({ code, input }: Issue) => input === null && isAboutValue(code);

const isAboutValue = (code: Issue['code']) => code !== 'custom' && code !== 'unrecognized_keys';

/** Reports whether the field is a `z.stringbool()`, which takes a dozen words for true and false. */
const isSwitch = (issue: Issue) => 'expected' in issue && issue.expected === 'stringbool';

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'be a UUID',
  email: 'be an email address',
  url: 'be an absolute URL',
  date: 'be a day, such as 2026-03-04',
  datetime: 'be an instant in UTC, such as 2026-03-04T05:06:07.000Z',
};

/** Lengths count characters or entries; a number is bounded itself. A year is no count, so it has no commas. */
function bound(name: string, origin: string, relation: string, limit: number | bigint, inclusive = true): string {
  const count = /year$/i.test(name) ? String(limit) : limit.toLocaleString('en-US');
  const one = limit === 1 || limit === 1n;
  if (origin === 'string' && one && relation === 'at least ') return 'not be empty';
  if (origin === 'string') return `have ${relation}${count} ${one ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `have ${relation}${count} ${one ? 'entry' : 'entries'}`;
  if (inclusive) return `be ${relation}${count}`;
  return `be ${relation === 'at least ' ? 'greater' : 'less'} than ${count}`;
}

const alternatives = (values: readonly string[]) =>
  values.length < 3 ? values.join(' or ') : `one of ${values.join(', ')}`;
