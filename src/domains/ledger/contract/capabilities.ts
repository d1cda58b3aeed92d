import { capability } from '#domains/participants/contract.ts';

export const canValidateChain = capability({
  name: 'validate chain',
  title: 'Validate the whole chain',
  heldBy: ['manufacturer', 'other'],
});

export const capabilities = [canValidateChain] as const;
