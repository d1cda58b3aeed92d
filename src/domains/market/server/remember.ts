/**
 * Returns `read` with a cache of the `max` keys that were used last. Only for rows that never change. Misses and failures are not
 * cached.
 */
export function remember<Value>(max: number, read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    // Moved behind all others, so that the first is the least recently used.
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.get(key) === found && known.delete(key));
    for (const oldest of known.keys()) {
      if (known.size <= max) break;
      known.delete(oldest);
    }
    return found;
  };
}
