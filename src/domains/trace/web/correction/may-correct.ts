import type { User } from '#domains/participants/contract.ts';

/** What decides whether an event may be corrected, and by whom. */
export type CorrectableEvent = {
  readonly action: string;
  readonly participant: string;
  readonly recordedBy?: string | undefined;
  readonly managedBy?: string | undefined;
  readonly correctedBy?: number | undefined;
};

/**
 * Whether to offer a correction: to who recorded the event, for whom it was recorded, who manages them, and administrators.
 * Only hides: the server decides. What began an asset cannot be taken back, and a correction is not corrected again.
 */
export function mayCorrect(user: Pick<User, 'username' | 'administrator'> | null, event: CorrectableEvent): boolean {
  if (user === null || event.correctedBy !== undefined) return false;
  if (['manufactured', 'correction'].includes(event.action)) return false;
  return user.administrator || [event.participant, event.recordedBy, event.managedBy].includes(user.username);
}
