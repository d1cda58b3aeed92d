import { formatCount } from '#platform/web/format-number.ts';

/** Returns the number of a block as every screen writes it: `#1,962`. */
export const blockNumber = (index: number): string => `#${formatCount(index)}`;
