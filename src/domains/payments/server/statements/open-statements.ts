import type { Payments } from '../open-payments.ts';

/** The services of bank statements. */
export type Statements = Pick<Payments, 'suspense'> & { readonly payments: Payments };

/** Opens bank statements. */
export const openStatements = (payments: Payments): Statements => ({ payments, suspense: payments.suspense });
