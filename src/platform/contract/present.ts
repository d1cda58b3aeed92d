/**
 * Returns a value that cannot be absent.
 *
 * @throws Error naming the broken invariant, which is a bug and never caused by the caller's input
 */
export function present<Value>(value: Value | undefined | null, invariant: string): Value {
  if (value === undefined || value === null) throw new Error(`Broken invariant: ${invariant}`);
  return value;
}
