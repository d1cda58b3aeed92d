import { buildTarget } from '../api/build-request.ts';
import type { Operation } from '../api/operations.ts';

/** The path and query on this server, or the reason for a rejection. */
export type Endpoint = { readonly target: string } | { readonly refused: string };

/** Parses an endpoint: a path on this server, or a full URL of it. Rejects other origins. */
export function readEndpoint(typed: string, origin: string): Endpoint {
  const text = typed.trim();
  if (text === '') return { refused: 'Endpoint is required' };
  if (!text.startsWith('/') && !/^https?:\/\//i.test(text)) return { refused: 'Start with /, such as /api/health' };
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return { refused: 'Not a valid URL' };
  }
  if (url.origin !== origin)
    return { refused: `Requests only go to ${origin}: your session’s token must not reach ${url.host}` };
  // Placeholders keep their braces readable.
  return { target: `${url.pathname}${url.search}`.replaceAll('%7B', '{').replaceAll('%7D', '}') };
}

export type Match = {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
};

/** Returns the operation and values for a method and target. The most literal path wins. */
export function matchOperation(operations: readonly Operation[], method: string, target: string): Match | undefined {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  const query = Object.fromEntries(new URLSearchParams(search));
  return operations
    .filter((operation) => operation.method === method)
    .flatMap((operation) => {
      const params = paramsIn(operation.path, path);
      return params === undefined ? [] : [{ operation, params, query }];
    })
    .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

/** Returns the target with one value changed. An empty value becomes a placeholder in the path and leaves the query. */
export function changeTarget(match: Match, place: 'path' | 'query', name: string, value: string): string {
  const params = place === 'path' ? { ...match.params, [name]: value } : match.params;
  const query = place === 'query' ? { ...match.query, [name]: value } : match.query;
  return buildTarget(match.operation.path, params, query).target;
}

/** Returns the path parameters without a value. */
export const openParameters = (target: string): readonly string[] =>
  [...(target.split('?')[0] ?? '').matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

function paramsIn(template: string, path: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&');
    names.push(name);
    return name === 'rest' ? '(.+)' : '([^/]+)';
  });
  const found = new RegExp(`^${pattern.join('')}$`).exec(path);
  if (found === null) return undefined;
  return Object.fromEntries(names.map((name, at) => [name, filledIn(name, found[at + 1] ?? '')]));
}

function filledIn(name: string, text: string): string {
  if (text === `{${name}}`) return '';
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
