import { Link2 } from 'lucide-react';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import type { Hit, PaletteSearch } from '#platform/web/domain.ts';
import { shortHash } from '#platform/web/shorten.ts';
import { blockNumber } from './block-number.ts';
import { readHeadNews } from './head-store.ts';

export const icons: PaletteSearch['icons'] = { block: Link2 };

/** Returns the block that the text names: a number on the chain, or any hash. */
export function name(text: string): readonly Hit[] {
  const reference = parseBlockReference(text);
  if (reference === undefined) return [];
  if ('hash' in reference) return [blockHit(reference.hash, `Block with hash ${shortHash(reference.hash)}`)];
  const { length } = readHeadNews();
  if (length === undefined || reference.index >= length) return [];
  return [blockHit(String(reference.index), `Block ${blockNumber(reference.index)}`)];
}

export const find: PaletteSearch['find'] = async () => ({});

const blockHit = (block: string, title: string): Hit => ({
  key: `block ${block}`,
  kind: 'block',
  title,
  to: '/blockchain',
  search: { block },
});
