import type { Exemption } from './bill-state.ts';
import { divideHalfEven } from './divide.ts';

/** An exemption with the part of the assessed value that it exempts. */
export type ExemptPart = Exemption & { readonly exemptCents: number };

/**
 * Returns how much of an assessed value each exemption exempts, in whole cents. A part in basis points is of the whole value, not
 * of the rest after other exemptions, so their order does not matter. Together they exempt at most the value: the last ones
 * by id get the rest.
 */
export function exemptValue(assessedCents: number, exemptions: readonly Exemption[]): ExemptPart[] {
  let left = assessedCents;
  return exemptions
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((exemption) => {
      const exemptCents = Math.min(left, wholePart(assessedCents, exemption));
      left -= exemptCents;
      return { id: exemption.id, cents: exemption.cents, basisPoints: exemption.basisPoints, exemptCents };
    });
}

const wholePart = (assessedCents: number, { cents, basisPoints }: Exemption): number =>
  cents ?? divideHalfEven(BigInt(assessedCents) * BigInt(basisPoints ?? 0), 10_000n);
