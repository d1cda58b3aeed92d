export const paymentMethods = ['usdc', 'eth', 'bank', 'fiat'] as const;

/** The names of payment methods on screens. */
export const paymentMethodNames: Readonly<Record<(typeof paymentMethods)[number], string>> = {
  usdc: 'USDC crypto',
  eth: 'Ethereum',
  bank: 'Bank Transfer',
  fiat: 'Credit Card',
};

/** The cards of the TEST provider, after the test cards that card providers document. */
export const testCards = ['test_success', 'test_declined', 'test_needs_step', 'test_disputed'] as const;

/** The descriptions of the TEST cards on screens. */
export const testCardNames: Readonly<Record<(typeof testCards)[number], string>> = {
  test_success: 'TEST card that pays immediately',
  test_declined: 'TEST card that is declined',
  test_needs_step: 'TEST card that asks for a confirmation',
  test_disputed: 'TEST card that pays and is disputed two minutes later',
};
