import { type Asset, listAssets } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { saveText, toCsv } from '#platform/web/csv.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { showToast } from '#platform/web/ui/toast-store.ts';
import type { filterOf } from './assets-search.ts';

const rowsMax = 2000;
const pageLimit = 100;

/** Saves what the filters leave, all pages of it, as CSV; more than 2,000 rows are cut, and that is said. */
export async function exportAssets(filter: ReturnType<typeof filterOf>): Promise<void> {
  const assets: Asset[] = [];
  let total = 0;
  try {
    for (let page = 1; assets.length < rowsMax; page += 1) {
      const answer = await call(listAssets, { query: { ...filter, page, limit: pageLimit } });
      assets.push(...answer.assets);
      total = answer.pagination.total;
      if (!answer.pagination.hasNext) break;
    }
  } catch {
    showToast({
      title: 'The export failed',
      description: 'Nothing was saved. Try again in a moment.',
      tone: 'failure',
    });
    return;
  }
  saveText('assets.csv', toCsv(header, assets.map(rowOf)));
  const cut = assets.length < total;
  showToast({
    title: `${formatCount(assets.length)} assets exported`,
    ...(cut
      ? {
          description: `Of ${formatCount(total)}: an export holds ${formatCount(rowsMax)} at most. Narrow the filters for the rest.`,
        }
      : {}),
    tone: 'success',
  });
}

const header = [
  'Name',
  'Asset ID',
  'Status',
  'Category',
  'Location',
  'Batch',
  'Custody',
  'Events',
  'Anomalies',
  'Created',
  'Updated',
];

function rowOf(asset: Asset): (string | number)[] {
  const { name, assetId, currentStatus, category, currentLocation, batch, custodian } = asset;
  const words = [name, assetId, currentStatus, category, currentLocation, batch, custodian].map((value) => value ?? '');
  return [...words, asset.eventCount, asset.anomalyCount, asset.createdAt, asset.updatedAt];
}
