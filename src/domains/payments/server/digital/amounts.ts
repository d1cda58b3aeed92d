/** A cent is 10,000 units of USDC, which has six decimals. */
const UNITS_PER_CENT = 10_000n;
const WEI_PER_ETH = 10n ** 18n;
/** Amounts stay exact as numbers, and below what the database stores. */
const CENTS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns the units of USDC that are worth an amount. */
export const usdcForCents = (cents: number): bigint => BigInt(cents) * UNITS_PER_CENT;

/** Returns the whole cents in an amount of USDC. */
export const centsOfUsdc = (units: bigint): number => toCents(units / UNITS_PER_CENT);

/** Returns the smallest number of wei worth an amount, at a price in cents for one ETH. */
export const weiForCents = (cents: number, centsPerEth: number): bigint =>
  (BigInt(cents) * WEI_PER_ETH + BigInt(centsPerEth) - 1n) / BigInt(centsPerEth);

/** Returns the whole cents that an amount of wei is worth at a price in cents for one ETH. */
export const centsOfWei = (wei: bigint, centsPerEth: number): number =>
  toCents((wei * BigInt(centsPerEth)) / WEI_PER_ETH);

function toCents(cents: bigint): number {
  if (cents > CENTS_MAX) throw new Error(`${cents} cents are too many to count`);
  return Number(cents);
}
