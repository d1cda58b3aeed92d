import { showToast } from '#platform/web/ui/feedback/toast-store.ts';

/** Says that a participant is registered, whichever form it came from. */
export function tellRegistered(username: string, role: string): void {
  showToast({
    title: 'Participant Added Successfully',
    description: `${username} has been registered as ${role}.`,
    tone: 'success',
  });
}

/** Says that it is not, in the server's words where it has some. */
export function tellNotRegistered(error: unknown): void {
  const description = (error instanceof Error && error.message) || 'An error occurred while adding the participant.';
  showToast({ title: 'Failed to Add Participant', description, tone: 'failure' });
}
