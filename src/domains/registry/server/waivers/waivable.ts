import type { BillState } from '../taxes/bill-state.ts';

/**
 * Returns how many cents of penalties and interest of a bill can be waived: their open amounts. Fees other than penalties, such as credit
 * that was taken back after use, cannot be waived. If both are open, payments count against those other fees first.
 */
export function waivableOf({ lines, openFeeCents, openInterestCents }: BillState): {
  penalty: number;
  interest: number;
} {
  const charged = lines.reduce(
    (sum, { kind, cents }) => sum + (kind === 'penalty' || kind === 'waived_penalty' ? cents : 0),
    0,
  );
  return { penalty: Math.min(openFeeCents, Math.max(0, charged)), interest: openInterestCents };
}
