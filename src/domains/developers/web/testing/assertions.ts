import { type Exchange, headerOf, jsonOf } from './exchange.ts';

export const assertionKinds = {
  status: 'Status equals',
  header: 'Header contains',
  exists: 'JSON path exists',
  equals: 'JSON path equals',
  contains: 'JSON path contains',
  time: 'Time below (ms)',
} as const;
export type AssertionKind = keyof typeof assertionKinds;

/** An assertion about a response. `subject` names the header or the path, `expected` the value. */
export type Assertion = { readonly kind: AssertionKind; readonly subject: string; readonly expected: string };
export type Judgement = { readonly assertion: Assertion; readonly holds: boolean; readonly found: string };

export const takesSubject = (kind: AssertionKind) => kind !== 'status' && kind !== 'time';
export const takesExpected = (kind: AssertionKind) => kind !== 'exists';

/** Evaluates an assertion and returns the actual value. */
export function judge(assertion: Assertion, exchange: Exchange): Judgement {
  const { kind, subject, expected } = assertion;
  const say = (holds: boolean, found: string): Judgement => ({ assertion, holds, found });
  switch (kind) {
    case 'status':
      return say(String(exchange.status) === expected.trim(), String(exchange.status));
    case 'time':
      return say(exchange.milliseconds < Number(expected), `${Math.round(exchange.milliseconds)} ms`);
    case 'header': {
      const value = headerOf(exchange, subject.trim());
      return say(value?.toLowerCase().includes(expected.toLowerCase()) ?? false, value ?? 'header missing');
    }
    default: {
      const value = valueAt(jsonOf(exchange), subject);
      const found = value === undefined ? 'nothing found' : (JSON.stringify(value) ?? '').slice(0, 200);
      if (kind === 'exists') return say(value !== undefined, found);
      return say(kind === 'equals' ? equals(value, expected) : contains(value, expected), found);
    }
  }
}

/** Returns the assertion as a sentence. */
export function describeAssertion({ kind, subject, expected }: Assertion): string {
  const parts = [assertionKinds[kind], takesSubject(kind) ? subject : '', takesExpected(kind) ? expected : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns the value at a path such as `assets[0].assetId`, with an optional leading `$`. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = path
    .trim()
    .replace(/^\$\.?/, '')
    .match(/[^.[\]"']+/g);
  let at = value;
  for (const step of steps ?? []) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

/** Compares text as text, and any other value as parsed JSON. */
function equals(value: unknown, expected: string): boolean {
  if (typeof value === 'string' && value === expected) return true;
  return value !== undefined && JSON.stringify(value) === compact(expected);
}

function contains(value: unknown, expected: string): boolean {
  if (typeof value === 'string') return value.includes(expected);
  if (Array.isArray(value)) return value.some((each) => equals(each, expected));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, expected);
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
