import type { Payments } from '../open-payments.ts';

/** What decisions about held money work with. */
export type Held = Pick<Payments, 'suspense'> & { readonly payments: Payments };

/** Opens money that came by card, USDC or ETH and belongs to nothing yet. */
export const openHeld = (payments: Payments): Held => ({ payments, suspense: payments.suspense });
