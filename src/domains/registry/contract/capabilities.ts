import { capability } from '#domains/participants/contract.ts';

export const canRunRegistry = capability({
  name: 'run registry',
  title: 'Register, assess and transfer property',
  heldBy: ['government'],
});

/** A resident sees and pays for its own property, a government account for any. */
export const canOpenPortal = capability({
  name: 'open resident portal',
  title: 'Open the resident portal',
  heldBy: ['resident', 'government'],
});

/** The city issues the codes, so it uses none. */
export const canClaim = capability({
  name: 'claim property with a code',
  title: 'Claim property with a code of the city',
  heldBy: ['resident'],
});

/** The city decides appeals, so it files none. */
export const canAppeal = capability({
  name: 'appeal assessments',
  title: 'Appeal the assessment of own property',
  heldBy: ['resident'],
});

export const capabilities = [canRunRegistry, canOpenPortal, canClaim, canAppeal] as const;
