import type { Operation } from './operations.ts';

/** A request as it goes over the wire, but for who sends it. */
export type ApiRequest = {
  readonly method: string;
  /** Path and query on this server. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body, as it is sent. */
  readonly body: string | undefined;
  readonly withToken: boolean;
};

/** Fills the path's parameters and appends the query; what is empty is left out, and `missing` names what the path still needs. */
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
    // What ends a path may go over several of its parts.
    return name === 'rest' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return { target: search.size === 0 ? filled : `${filled}?${search}`, missing };
}

/** The request that the document gives as an example of the operation. */
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

/** The headers that go with an operation; `Authorization` is not among them. */
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

/** The example values of the parameters in the path or the query. */
export const exampleValues = (operation: Operation, place: 'path' | 'query'): Record<string, string> =>
  Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.example !== undefined)
      .map(({ name, example }) => [name, String(example)]),
  );
