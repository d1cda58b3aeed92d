import { formatCount } from '#platform/web/format-number.ts';

/** Formats the number of a block for every screen: `#1,962`. */
export const blockNumber = (index: number): string => `#${formatCount(index)}`;
