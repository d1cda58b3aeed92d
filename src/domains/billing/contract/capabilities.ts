import { capability } from '#domains/participants/contract.ts';

/** Only administrators see the money and names of others. */
export const canAdministerBilling = capability({
  name: 'administer billing',
  title: 'See all subscriptions, extend trials, credit and void invoices',
  heldBy: ['administrator'],
});

export const capabilities = [canAdministerBilling] as const;
