import { isBuiltFile, isServiceOnly, pageOf } from '#platform/contract/page-paths.ts';
import type { Build } from './build.ts';

/**
 * The source of the answer to a request. `page` and `file` name a stored path, with the network as a fallback.
 * `elsewhere` is an address that only the server can answer; without a connection, the stored page replaces the answer.
 */
export type Answer = { readonly kind: 'page' | 'file' | 'elsewhere'; readonly path: string };

type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/**
 * Returns which stored file answers a request, or undefined if the worker must not touch it: everything that is not a
 * page or a file of this build. No answer of the API is ever stored, because the next account of this browser could read it.
 */
export function chooseAnswer({ method, mode, url }: Asked, origin: string, build: Build): Answer | undefined {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || isServiceOnly(pathname)) return undefined;
  if (mode !== 'navigate')
    return build.files.includes(pathname) || isBuiltFile(pathname) ? { kind: 'file', path: pathname } : undefined;
  if (isBuiltFile(pathname) || build.files.includes(pathname)) return undefined;
  const page = pageOf(pathname, build.pages);
  return page === undefined ? { kind: 'elsewhere', path: build.unknownPage } : { kind: 'page', path: page };
}
