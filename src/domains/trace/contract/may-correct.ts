import { holds, type User } from '#domains/participants/contract.ts';
import { canCorrectEvent } from './capabilities.ts';

/** The facts that decide who may correct an event. */
export type CorrectableEvent = {
  readonly action: string;
  readonly participant: string;
  readonly recordedBy?: string | undefined;
  readonly managedBy?: string | undefined;
  readonly correctedBy?: number | undefined;
};

/**
 * Reports whether to offer a correction to this account. The server enforces it. The first event of an asset cannot be
 * corrected, and neither can a correction.
 */
export function mayCorrect(user: Pick<User, 'username' | 'administrator'> | null, event: CorrectableEvent): boolean {
  if (user === null || event.correctedBy !== undefined) return false;
  if (['manufactured', 'correction'].includes(event.action)) return false;
  const owners = [event.participant, event.recordedBy, event.managedBy].filter((name) => name !== undefined);
  return holds(user, canCorrectEvent, { kind: 'event', owners });
}
