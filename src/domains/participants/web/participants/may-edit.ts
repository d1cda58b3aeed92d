import { canEditParticipant, holds, type Participant, type User } from '#domains/participants/contract.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';

/** Reports whether to offer this viewer the form that edits the participant. The server decides. */
export const mayEdit = (viewer: User | null, { username, managedBy }: Participant): boolean =>
  viewer !== null &&
  holds(viewer, canEditParticipant, { kind: 'participant', owners: [username, managedBy ?? username] });

/** Reports whether this viewer can open the list of events. */
export const seesEvents = (viewer: User | null): boolean => viewer !== null && holds(viewer, canOpenEvents);
