/** A fraction between 0 and 1 in whole numbers. */
export type Fraction = { readonly numerator: number; readonly denominator: number };

/** Shares of a whole, by holder. They add up to `shares`. */
export type Division = { readonly shares: number; readonly held: ReadonlyMap<string, number> };

/** The finest division of a parcel. Products of two such numbers stay exact as bigint, and each fits a JSON integer. */
export const SHARES_MAX = 1_000_000_000;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Returns the fraction in lowest terms. */
export function reduced({ numerator, denominator }: Fraction): Fraction {
  const common = divisor(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

/** Why a fraction cannot move. */
export type MoveProblem = 'holds none' | 'holds less' | 'too fine' | 'not a fraction' | 'same holder';

/**
 * Moves a fraction of the whole from one holder to another. The result is in lowest terms, adds up to exactly the whole,
 * and contains no holder without shares.
 */
export function moveFraction(
  division: Division,
  from: string,
  to: string,
  fraction: Fraction,
): Division | { readonly problem: MoveProblem } {
  if (!isFraction(fraction)) return { problem: 'not a fraction' };
  if (from === to) return { problem: 'same holder' };
  const held = division.held.get(from);
  if (held === undefined) return { problem: 'holds none' };
  const { numerator, denominator } = reduced(fraction);
  const finer = denominator / divisor(division.shares, denominator);
  const shares = division.shares * finer;
  if (shares > SHARES_MAX) return { problem: 'too fine' };
  const moved = numerator * (shares / denominator);
  if (moved > held * finer) return { problem: 'holds less' };
  const next = new Map([...division.held].map(([holder, own]) => [holder, own * finer]));
  next.set(from, held * finer - moved);
  next.set(to, (next.get(to) ?? 0) + moved);
  if (next.get(from) === 0) next.delete(from);
  return inLowestTerms({ shares, held: next });
}

const isFraction = ({ numerator, denominator }: Fraction) =>
  Number.isInteger(numerator) &&
  Number.isInteger(denominator) &&
  numerator >= 1 &&
  numerator <= denominator &&
  denominator <= SHARES_MAX;

/** Divides every number by their greatest common divisor. */
export function inLowestTerms({ shares, held }: Division): Division {
  const common = [...held.values()].reduce(divisor, shares);
  return { shares: shares / common, held: new Map([...held].map(([holder, own]) => [holder, own / common])) };
}

/** Returns the division in which each holder has its fraction, or undefined unless they add up to exactly one. */
export function divide(fractions: readonly (Fraction & { readonly holder: string })[]): Division | undefined {
  let shares = 1;
  for (const fraction of fractions) {
    if (!isFraction(fraction)) return undefined;
    const { denominator } = reduced(fraction);
    shares *= denominator / divisor(shares, denominator);
    if (shares > SHARES_MAX) return undefined;
  }
  const held = new Map<string, number>();
  for (const { holder, ...fraction } of fractions) {
    const { numerator, denominator } = reduced(fraction);
    held.set(holder, (held.get(holder) ?? 0) + numerator * (shares / denominator));
  }
  const sum = [...held.values()].reduce((total, own) => total + own, 0);
  return sum === shares ? inLowestTerms({ shares, held }) : undefined;
}
