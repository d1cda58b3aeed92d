import { canEditParticipant, holds, type Participant, type User } from '#domains/participants/contract.ts';

/** Reports whether to offer this viewer the form that edits the participant. The server enforces it. */
export const mayEdit = (viewer: User | null, { username, managedBy }: Participant): boolean =>
  viewer !== null &&
  holds(viewer, canEditParticipant, { kind: 'participant', owners: [username, managedBy ?? username] });
