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

export const canReadAdministration = capability({
  name: 'read administration',
  title: 'Read accounts and administration',
  heldBy: ['other', 'administrator'],
});

export const canAdminister = capability({
  name: 'administer',
  title: 'Administer accounts and roles',
  heldBy: ['administrator'],
});

export const capabilities = [
  canRegisterParticipants,
  canEditParticipant,
  canReadAdministration,
  canAdminister,
] as const;
