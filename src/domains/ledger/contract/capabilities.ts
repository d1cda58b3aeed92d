import { capability } from '#domains/participants/contract.ts';

export const canValidateChain = capability({
  name: 'validate chain',
  title: 'Validate the whole chain',
  heldBy: ['manufacturer', 'other'],
});

/** For a validation, the account that started it holds it too. */
export const canCancelValidation = capability({
  name: 'cancel validation',
  title: 'Cancel any validation',
  heldBy: ['administrator'],
  ownersOf: 'validation',
});

export const capabilities = [canValidateChain, canCancelValidation] as const;
