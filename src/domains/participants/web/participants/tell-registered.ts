import { showToast } from '#platform/web/ui/feedback/toast-store.ts';

/** Shows the toast for a registered participant. */
export function tellRegistered(username: string, role: string): void {
  showToast({
    title: 'Participant Added Successfully',
    description: `${username} has been registered as ${role}.`,
    tone: 'success',
  });
}

/** Shows the toast for a failed registration, with the server's message if there is one. */
export function tellNotRegistered(error: unknown): void {
  const description = (error instanceof Error && error.message) || 'An error occurred while adding the participant.';
  showToast({ title: 'Failed to Add Participant', description, tone: 'failure' });
}
