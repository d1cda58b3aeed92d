import { blockNumber } from '#domains/ledger/web/index.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { titleOf } from '../actions.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { isWatched } from './outbox-news.ts';

/**
 * Shows the receipt of events that the outbox sent, unless the form that recorded them is open and shows it. Rows of a file
 * are reported by the import.
 */
export function tellSent(
  entries: readonly OutboxEntry[],
  open: { asset: (assetId: string) => void; outbox: () => void },
): void {
  const unseen = entries.filter(
    ({ key, source, block }) => source === undefined && block !== undefined && !isWatched(key),
  );
  const [first] = unseen;
  if (first?.block === undefined) return;
  const { action, asset_id: assetId } = first.body;
  if (unseen.length === 1)
    showToast({
      title: 'Event Added Successfully',
      description: `${titleOf(action)} · ${assetId} waited on this device and is now in block ${blockNumber(first.block.index)}.`,
      tone: 'success',
      action: { label: 'Show the asset', onSelect: () => open.asset(assetId) },
    });
  else
    showToast({
      title: `${formatCounted(unseen.length, 'event')} sent`,
      description: 'They waited on this device and are now on the blockchain.',
      tone: 'success',
      action: { label: 'Show them in the outbox', onSelect: open.outbox },
    });
}
