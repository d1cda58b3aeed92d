/** More would make a share worth less than a cent of most property. */
export const SHARES_MAX = 1_000_000;

/** What a share is, for everyone who decides about one. */
export const WHAT_A_SHARE_IS =
  'A share is a record of this market. It is no title to the property, no claim on it, and no offer of securities.';
