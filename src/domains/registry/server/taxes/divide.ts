/** Divides in whole numbers, rounding half to even. Both are zero or more. */
export function divideHalfEven(dividend: bigint, divisor: bigint): number {
  const whole = dividend / divisor;
  const rest = (dividend % divisor) * 2n;
  const up = rest > divisor || (rest === divisor && whole % 2n === 1n);
  return Number(up ? whole + 1n : whole);
}
