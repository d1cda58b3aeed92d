export const paymentMethods = ['usdc', 'eth', 'bank', 'fiat'] as const;

/** The names of payment methods on screens. */
export const paymentMethodNames: Readonly<Record<(typeof paymentMethods)[number], string>> = {
  usdc: 'USDC crypto',
  eth: 'Ethereum',
  bank: 'Bank Transfer',
  fiat: 'Credit Card',
};
