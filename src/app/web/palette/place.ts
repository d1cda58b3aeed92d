import type { NavigateOptions } from '@tanstack/react-router';
import { z } from 'zod';
import { formatCount } from '#platform/web/format-number.ts';
import { shortHash } from '#platform/web/shorten.ts';

/** Somewhere to go on the ledger, as it is found and as it is remembered. */
export const Place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asset'), assetId: z.string(), name: z.string() }),
  z.object({ kind: z.literal('participant'), username: z.string(), detail: z.string().optional() }),
  z.object({ kind: z.literal('batch'), batch: z.string() }),
  z.object({ kind: z.literal('block'), index: z.int().min(0) }),
  z.object({ kind: z.literal('hash'), hash: z.string() }),
]);
export type Place = z.infer<typeof Place>;

/** The same text for the same place. */
export function keyOf(place: Place): string {
  if (place.kind === 'asset') return `asset ${place.assetId}`;
  if (place.kind === 'participant') return `participant ${place.username}`;
  if (place.kind === 'batch') return `batch ${place.batch}`;
  return place.kind === 'block' ? `block ${place.index}` : `hash ${place.hash}`;
}

export function titleOf(place: Place): string {
  if (place.kind === 'asset') return place.name;
  if (place.kind === 'participant') return place.username;
  if (place.kind === 'batch') return `Batch ${place.batch}`;
  return place.kind === 'block' ? `Block #${formatCount(place.index)}` : `Block with hash ${shortHash(place.hash)}`;
}

/** How the router gets there. */
export function wayTo(place: Place): NavigateOptions {
  if (place.kind === 'asset') return { to: '/assets/$assetId', params: { assetId: place.assetId } };
  if (place.kind === 'participant') return { to: '/participants/$username', params: { username: place.username } };
  if (place.kind === 'batch') return { to: '/assets', search: { batch: place.batch } };
  return { to: '/blockchain', search: { block: place.kind === 'block' ? String(place.index) : place.hash } };
}
