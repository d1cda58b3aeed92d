import { z } from 'zod';
import { rememberAssetNames } from '../asset-names.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** An event that the outbox sent, as stored on this device. */
const SentEvent = z.object({
  action: z.string(),
  assetId: z.string(),
  block: z.int(),
  /** When it was sent, in milliseconds since the epoch. */
  at: z.number(),
});
export type SentEvent = z.infer<typeof SentEvent>;

const sentMax = 10;
const keyOf = (account: string) => `outbox:sent:${account}`;

/** Returns the last events that the outbox sent for an account on this device, newest first. */
export function readSent(account: string): readonly SentEvent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]');
    return z.array(SentEvent).safeParse(stored).data ?? [];
  } catch {
    return [];
  }
}

/** Stores sent events: the last ten of an account. */
export function rememberSent(account: string, entries: readonly OutboxEntry[], now: number): void {
  const sent = entries.flatMap(({ body, block }): SentEvent[] =>
    block === undefined ? [] : [{ action: body.action, assetId: body.asset_id, block: block.index, at: now }],
  );
  rememberAssetNames(
    entries.flatMap(({ body: { asset_id: assetId, meta } }) =>
      typeof meta['name'] === 'string' ? [{ assetId, name: meta['name'] }] : [],
    ),
  );
  try {
    const kept = [...sent.toReversed(), ...readSent(account)].slice(0, sentMax);
    localStorage.setItem(keyOf(account), JSON.stringify(kept));
  } catch {
    // Without storage, the toast is the only receipt.
  }
}
