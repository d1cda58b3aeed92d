import { capability } from './roles.ts';

export const canRegisterParticipants = capability({
  name: 'register participant',
  title: 'Register participants',
  heldBy: ['manufacturer', 'other'],
});

/** For a participant, the participant itself and the account that registered it hold it too. */
export const canEditParticipant = capability({
  name: 'edit participant',
  title: 'Edit any participant',
  heldBy: ['administrator'],
  ownersOf: 'participant',
});

/** Totals only. Anyone may sign up with the role `other`, so the role alone shows no personal data. */
export const canOpenAdministration = capability({
  name: 'open administration',
  title: 'Open the Admin Panel with its totals',
  heldBy: ['other', 'auditor', 'administrator'],
});

export const canReadAdministration = capability({
  name: 'read administration',
  title: 'Read accounts and the administration log',
  heldBy: ['auditor', 'administrator'],
});

export const canAdminister = capability({
  name: 'administer',
  title: 'Administer accounts and roles',
  heldBy: ['administrator'],
});

export const capabilities = [
  canRegisterParticipants,
  canEditParticipant,
  canOpenAdministration,
  canReadAdministration,
  canAdminister,
] as const;
