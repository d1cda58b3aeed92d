import { formatCounted } from '#platform/web/format-number.ts';
import { titleOf } from '../actions.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Returns a one-line title for an entry. */
export function entryTitle({ body }: Pick<OutboxEntry, 'body'>): string {
  const { location } = body.meta;
  return [titleOf(body.action), body.asset_id, typeof location === 'string' ? location : '']
    .filter(Boolean)
    .join(' · ');
}

export const countEvents = (count: number) => formatCounted(count, 'event');
