type Scalar = string | number | boolean | bigint;
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the path with its `{params}` filled in (each percent-encoded) and the query appended. Omits query values that
 * are undefined, null or empty; an array repeats its name.
 */
export function requestUrl(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!isScalar(value) || value === '') throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isScalar(each) && each !== '') search.append(name, String(each));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}
