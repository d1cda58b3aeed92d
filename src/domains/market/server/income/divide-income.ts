import { divideShares } from '../divide-shares.ts';

/** The most holders that one distribution pays. */
export const HOLDERS_MAX = 20_000;

/** Returns the parts of holders in cents, which add up to `cents`. A holder due less than a cent may get none. */
export const divideIncome = (cents: number, holders: readonly { readonly shares: number }[]): number[] =>
  divideShares(
    cents,
    holders.map(({ shares }) => shares),
  );
