import { capability } from '#domains/participants/contract.ts';

/** Money and names of others are for administrators. */
export const canAdministerBilling = capability({
  name: 'administer billing',
  title: 'See all subscriptions, extend trials, credit and void invoices',
  heldBy: ['administrator'],
});

export const capabilities = [canAdministerBilling] as const;
