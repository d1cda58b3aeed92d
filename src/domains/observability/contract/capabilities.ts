import { capability } from '#domains/participants/contract.ts';

export const canReadObservability = capability({
  name: 'read observability',
  title: 'Read observability',
  heldBy: ['manufacturer', 'other'],
});

export const capabilities = [canReadObservability] as const;
