/** With more, a share of most properties would be worth less than a cent. */
export const SHARES_MAX = 1_000_000;

/** What a share is, shown before every decision about one. */
export const WHAT_A_SHARE_IS =
  'A share is a record of this market. It is no title to the property, no claim on it, and no offer of securities.';
