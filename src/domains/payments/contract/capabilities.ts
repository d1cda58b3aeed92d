import { capability } from '#domains/participants/contract.ts';

export const canReconcile = capability({
  name: 'reconcile payments',
  title: 'Reconcile payments with bank statements and card providers',
  heldBy: ['government', 'administrator'],
});

export const capabilities = [canReconcile] as const;
