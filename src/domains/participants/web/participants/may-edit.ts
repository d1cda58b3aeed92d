import { holds, type Participant, type User } from '#domains/participants/contract.ts';

/** Whether this viewer may change what is said of the participant. Only hides: the server decides. */
export const mayEdit = (viewer: User | null, { username, managedBy }: Participant): boolean =>
  viewer !== null && (viewer.username === username || viewer.username === managedBy || holds(viewer, 'administer'));

/** Whether this viewer can open the list of events. */
export const seesEvents = (viewer: User | null): boolean =>
  viewer !== null && (viewer.administrator || holds(viewer, 'record handling'));
