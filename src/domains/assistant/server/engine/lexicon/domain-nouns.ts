/** Domains whose words are read in their own meaning once a question is about them. */
export const domainNouns = {
  billing: ['plan', 'subscription', 'invoice', 'usage', 'team'],
  market: ['share', 'property'],
  registry: ['property', 'bill', 'rate', 'payment method'],
} as const satisfies Readonly<Record<string, readonly string[]>> as Readonly<Record<Domain, readonly string[]>>;
export type Domain = 'billing' | 'market' | 'registry';
