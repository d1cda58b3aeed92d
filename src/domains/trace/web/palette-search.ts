import { Box, Boxes } from 'lucide-react';
import { type Asset, assetSuggestions, listAssets } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { Hit, PaletteSearch } from '#platform/web/domain.ts';

const assetsShown = 5;

export const icons: PaletteSearch['icons'] = { asset: Box, batch: Boxes };

/**
 * Returns the asset or batch whose id the text is (asset id, GTIN, SSCC, EPC, Digital Link), then assets by name, id or
 * location.
 */
export async function find(text: string, signal: AbortSignal) {
  const [named, similar] = await Promise.all([
    call(assetSuggestions, { query: { text, similar: 'false' } }, { signal }),
    call(listAssets, { query: { search: text, page: 1, limit: assetsShown } }, { signal }),
  ]);
  const exact = [...named.assets.map(assetHit), ...(named.batch === undefined ? [] : [batchHit(named.batch.value)])];
  const known = new Set(exact.map(({ key }) => key));
  const hits = similar.assets.map(assetHit).filter(({ key }) => !known.has(key));
  return { exact, groups: [{ label: 'Assets', hits }] };
}

export const assetHit = ({ assetId, name }: Pick<Asset, 'assetId' | 'name'>): Hit => ({
  key: `asset ${assetId}`,
  kind: 'asset',
  title: name,
  id: assetId,
  to: '/assets/$assetId',
  params: { assetId },
});

export const batchHit = (batch: string): Hit => ({
  key: `batch ${batch}`,
  kind: 'batch',
  title: `Batch ${batch}`,
  to: '/assets',
  search: { batch },
});
