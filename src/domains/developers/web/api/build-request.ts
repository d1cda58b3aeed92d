import type { Operation } from './operations.ts';

/** A request as sent, without credentials. */
export type ApiRequest = {
  readonly method: string;
  /** Path and query on this server. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the body as sent. */
  readonly body: string | undefined;
  readonly withToken: boolean;
};

/**
 * Fills in the path parameters and appends the query. Empty values are left out; `missing` lists the path parameters
 * without a value.
 */
export function buildTarget(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): { target: string; missing: readonly string[] } {
  const missing: string[] = [];
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? '';
    if (value === '') {
      missing.push(name);
      return whole;
    }
    // The last parameter of a path may span several segments.
    return name === 'rest' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return { target: search.size === 0 ? filled : `${filled}?${search}`, missing };
}

/** Returns the request from the document's examples of the operation. */
export function exampleRequest(operation: Operation): ApiRequest {
  const { target } = buildTarget(operation.path, exampleValues(operation, 'path'), exampleValues(operation, 'query'));
  const body = operation.body === undefined ? undefined : JSON.stringify(operation.body.example, null, 2);
  return {
    method: operation.method,
    target,
    headers: headersFor(operation, body, 'a-key-of-your-own'),
    body,
    withToken: operation.access !== 'public',
  };
}

/** Returns the headers of a request to an operation, without `Authorization`. */
export function headersFor(
  operation: Operation | undefined,
  body: string | undefined,
  key: string,
): Record<string, string> {
  return {
    Accept: operation?.answer.types[0]?.type ?? 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(operation?.takesKey ? { 'Idempotency-Key': key } : {}),
  };
}

/** Returns the example values of the path or query parameters. */
export const exampleValues = (operation: Operation, place: 'path' | 'query'): Record<string, string> =>
  Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.example !== undefined)
      .map(({ name, example }) => [name, String(example)]),
  );
