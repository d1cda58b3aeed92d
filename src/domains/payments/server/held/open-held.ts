import type { Payments } from '../open-payments.ts';

/** The services of decisions about held money. */
export type Held = Pick<Payments, 'suspense'> & { readonly payments: Payments };

/** Opens held money: it came by card, USDC or ETH and is not assigned yet. */
export const openHeld = (payments: Payments): Held => ({ payments, suspense: payments.suspense });
