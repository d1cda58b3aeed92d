import { capability } from '#domains/participants/contract.ts';

export const canReadAuditTrail = capability({
  name: 'read audit trail',
  title: 'Read the audit trail',
  heldBy: ['manufacturer', 'other'],
});

export const capabilities = [canReadAuditTrail] as const;
