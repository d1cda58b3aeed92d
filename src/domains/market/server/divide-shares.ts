/**
 * Divides shares in proportion to parts, exactly: the results add up to `shares`. Each part gets its exact portion rounded down,
 * and the shares left over go to the largest remainders, older parts first (the method of Hare and Niemeyer). A part may get none.
 */
export function divideShares(shares: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + BigInt(part), 0n);
  const exact = parts.map((part) => BigInt(shares) * BigInt(part));
  const divided = exact.map((portion) => Number(portion / whole));
  const byRemainder = exact
    .map((portion, n) => ({ n, remainder: portion % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.n - b.n : a.remainder > b.remainder ? -1 : 1));
  const left = shares - divided.reduce((sum, one) => sum + one, 0);
  for (const { n } of byRemainder.slice(0, left)) divided[n] = (divided[n] ?? 0) + 1;
  return divided;
}
