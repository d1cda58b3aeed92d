/**
 * Returns the digits with their check digit (GS1 General Specifications 7.9.1), or undefined if the length differs from
 * `length`.
 */
export function withCheckDigit(digits: string, length: number): string | undefined {
  if (digits.length !== length - 1 || !/^\d+$/.test(digits)) return undefined;
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}
