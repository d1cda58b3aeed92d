import { buildTarget } from '../api/build-request.ts';
import type { Operation } from '../api/operations.ts';

/** Why an endpoint is refused, or the path and query on this server that it means. */
export type Endpoint = { readonly target: string } | { readonly refused: string };

/** Reads what was typed as endpoint: a path on this server, or its whole address. Another origin is refused. */
export function readEndpoint(typed: string, origin: string): Endpoint {
  const text = typed.trim();
  if (text === '') return { refused: 'Endpoint is required' };
  if (!text.startsWith('/') && !/^https?:\/\//i.test(text))
    return { refused: 'Begin with /, for instance /api/health' };
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return { refused: 'This is no address' };
  }
  if (url.origin !== origin)
    return { refused: `Requests go to ${origin} alone: your session’s token must not reach ${url.host}` };
  // The braces of what is still to be filled in stay readable.
  return { target: `${url.pathname}${url.search}`.replaceAll('%7B', '{').replaceAll('%7D', '}') };
}

export type Match = {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
};

/** The operation that a method and a target mean, with the values in them; the most literal path wins. */
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

/** The target with one of its values changed; an empty one is left open in the path and left out of the query. */
export function changeTarget(match: Match, place: 'path' | 'query', name: string, value: string): string {
  const params = place === 'path' ? { ...match.params, [name]: value } : match.params;
  const query = place === 'query' ? { ...match.query, [name]: value } : match.query;
  return buildTarget(match.operation.path, params, query).target;
}

/** The parameters of the path that still have no value. */
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
