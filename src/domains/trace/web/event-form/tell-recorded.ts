import { showToast } from '#platform/web/ui/feedback/toast-store.ts';

/** Says that an event is in the chain, whichever form it came from. */
export function tellRecorded(blockIndex: number): void {
  showToast({
    title: 'Event Added Successfully',
    description: `Block #${blockIndex} has been added to the blockchain.`,
    tone: 'success',
  });
}

/** Says that it is not, in the server's words where it has some. */
export function tellNotRecorded(error: Error): void {
  const description = error.message || 'An error occurred while adding the event.';
  showToast({ title: 'Failed to Add Event', description, tone: 'failure' });
}
