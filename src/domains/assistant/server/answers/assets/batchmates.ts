import { counted } from '#platform/contract/counted.ts';
import { citeAsset, citeScreen, type Draft, listed, refusedBy, type Turn } from '../turn.ts';
import { assetTable } from './asset-table.ts';

/** Answers which other goods are in the batch of an asset. */
export async function answerBatchmates({ run, query }: Turn, assetId: string): Promise<Draft> {
  if (query.where.some(({ kind }) => kind !== 'asset' && kind !== 'it'))
    return {
      reply: 'I can list the batch of an asset without further conditions. Ask for the assets of the batch.',
      outcome: 'clarify',
    };
  const own = await run('read_asset', { assetId, limit: 1 });
  if (!own.ok) return refusedBy(own);
  const { batch } = own.value.asset;
  if (batch === undefined) return { reply: `No batch is recorded for ${assetId}.`, citations: [citeAsset(assetId)] };
  const read = await run('search_assets', { batch, limit: 100 });
  if (!read.ok) return refusedBy(read);
  const others = read.value.assets.filter((asset) => asset.assetId !== assetId);
  const more = read.value.pagination.hasNext ? ' at least' : '';
  const ids = others.map((asset) => asset.assetId);
  return {
    reply: `${query.ask === 'count' ? `Batch ${batch} has${more} ${counted(others.length + 1, 'asset')}. ` : ''}${assetId} is in batch ${batch}, with${more} ${counted(others.length, 'other asset')}${ids.length === 0 ? '' : `: ${ids.length > 12 ? `${ids.slice(0, 12).join(', ')} and others` : listed(ids)}`}.`,
    citations: [citeAsset(assetId), citeScreen('See them in Assets', `/assets?batch=${encodeURIComponent(batch)}`)],
    blocks: others.length === 0 ? [] : [assetTable(`Batch ${batch}`, others, others.length)],
    context: { assetId, assets: ids.slice(0, 20) },
  };
}
