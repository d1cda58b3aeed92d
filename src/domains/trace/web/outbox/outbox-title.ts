import { formatCounted } from '#platform/web/format-number.ts';
import { titleOf } from '../actions.ts';
import { rememberedAssetName } from '../asset-names.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Returns a one-line title for an entry: its action, the name of the asset if the event or this device has it, its ID, and the place. */
export function entryTitle({ body }: Pick<OutboxEntry, 'body'>): string {
  const { name = rememberedAssetName(body.asset_id), location } = body.meta;
  return [titleOf(body.action), name, body.asset_id, location]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}

export const countEvents = (count: number) => formatCounted(count, 'event');
