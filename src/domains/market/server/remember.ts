/**
 * Returns `read`, which remembers its answers for the `max` keys that were asked last. Only for rows that never change. What is not found, or
 * cannot be read, is asked again.
 */
export function remember<Value>(max: number, read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    // Behind all others, so that the first is the one that was asked longest ago.
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
