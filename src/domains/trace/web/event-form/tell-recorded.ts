import { showToast } from '#platform/web/ui/feedback/toast-store.ts';

/** Shows the toast for a recorded event. */
export function tellRecorded(blockIndex: number): void {
  showToast({
    title: 'Event Added Successfully',
    description: `Block #${blockIndex} has been added to the blockchain.`,
    tone: 'success',
  });
}

/** Shows the toast for a failed event, with the server's message if there is one. */
export function tellNotRecorded(error: Error): void {
  const description = error.message || 'An error occurred while adding the event.';
  showToast({ title: 'Failed to Add Event', description, tone: 'failure' });
}
