/**
 * Returns the page that has this path, or undefined. A page is a path too; a segment of it that begins with `$` stands
 * for any segment. Ignores a trailing slash.
 */
export function pageOf(path: string, pages: readonly string[]): string | undefined {
  const segments = segmentsOf(path);
  return pages.find((page) => {
    const pattern = segmentsOf(page);
    return (
      pattern.length === segments.length &&
      pattern.every((segment, at) => segment.startsWith('$') || segment === segments[at])
    );
  });
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Reports whether a path belongs to the API, the log or the operator, so that no page of the app may answer it. */
export const isServiceOnly = (path: string): boolean => /^\/(api|log|metrics|rpc|runbooks)(\/|$)/.test(path);

/**
 * Reports whether a path is that of a built file, by the hash in its name. An asset's page is `/assets/<id>`, below the same
 * folder, and an id may end like a file.
 */
export const isBuiltFile = (path: string): boolean => /^\/assets\/[^/]+-[\w-]{8}\.(js|css|woff2|wasm|map)$/.test(path);
