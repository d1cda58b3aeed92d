import { type BlockData, canonicalJson } from '@cairn/ledger-proof';
import { z } from 'zod';
import { type Draft, declareBlockTypes } from '#domains/ledger/server/block-types.ts';
import type { RuleSet } from '#domains/ledger/server/rule-set.ts';

/** A domain that exists only in tests, because the ledger must serve domains it has never seen. */
export const noteTypes = declareBlockTypes('notes', { 'notes.noted': z.looseObject({ action: z.string() }) });

export const draftNote = (data: Record<string, string | number> = {}): Draft =>
  noteTypes.draft({ action: 'notes.noted', ...data });

/** The rules of notes: every text becomes a block. */
export const noteRules = (options: { failRead?: () => boolean } = {}): RuleSet<string, undefined> => ({
  types: noteTypes,
  async read() {
    if (options.failRead?.()) throw new Error('broken');
    return undefined;
  },
  judge: (_, text) => ({ draft: draftNote({ text }) }),
  project: () => [],
  sent: () => undefined,
  committed: () => undefined,
});

/** Returns a draft that no domain has checked, as an attacker with database access would write it. */
export const forgeDraft = (data: BlockData, domain = 'forged'): Draft => ({
  domain,
  data,
  dataText: canonicalJson(data),
  action: data.action,
  assetId: typeof data['asset_id'] === 'string' ? data['asset_id'] : null,
  participant: typeof data['user'] === 'string' ? data['user'] : null,
});
