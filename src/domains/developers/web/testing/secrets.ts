const secretName = /password|token|secret|^authorization$|^cookie$/i;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** Removes every field whose name suggests a password or token, and lists the names in `dropped`. */
export function withoutSecrets(value: unknown): { value: unknown; dropped: readonly string[] } {
  const dropped: string[] = [];
  return { value: strip(value, dropped), dropped: [...new Set(dropped)] };
}

/** Does the same for a body. Text that is not JSON is dropped entirely if it mentions a secret. */
export function textWithoutSecrets(text: string): { text: string; dropped: readonly string[] } {
  try {
    const { value, dropped } = withoutSecrets(JSON.parse(text));
    return { text: dropped.length === 0 ? text : JSON.stringify(value, null, 2), dropped };
  } catch {
    return /password|token|secret/i.test(text) ? { text: '', dropped: ['body'] } : { text, dropped: [] };
  }
}

/** Does the same for the query of a URL. */
export function targetWithoutSecrets(target: string): { target: string; dropped: readonly string[] } {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined) return { target, dropped: [] };
  const search = new URLSearchParams(query);
  const dropped = [...new Set(search.keys())].filter(isSecretName);
  for (const name of dropped) search.delete(name);
  return dropped.length === 0
    ? { target, dropped }
    : { target: search.size === 0 ? path : `${path}?${search}`, dropped };
}

function strip(value: unknown, dropped: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => strip(each, dropped));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (!isSecretName(name)) return [[name, strip(inner, dropped)]];
      dropped.push(name);
      return [];
    }),
  );
}
