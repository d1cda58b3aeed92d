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

/** The city decides appeals, so it files none. */
export const canAppeal = capability({
  name: 'appeal assessments',
  title: 'Appeal the assessment of own property',
  heldBy: ['resident'],
});

export const capabilities = [canRunRegistry, canOpenPortal, canAppeal] as const;
