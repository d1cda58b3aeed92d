import { listAssets } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { Option } from '#platform/web/ui/form/use-option-search.ts';

const optionsMax = 100;

/** Returns assets whose name, id or location contains the text as options: the id, with the name as detail. */
export async function searchAssets(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { assets } = await call(
    listAssets,
    { query: { search: text || undefined, page: 1, limit: optionsMax } },
    { signal },
  );
  return assets.map(({ assetId, name }) => ({ value: assetId, label: assetId, detail: name }));
}
