import { type Asset, listAssets } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { saveAllPages } from '#platform/web/save-all-pages.ts';
import type { filterOf } from './assets-search.ts';

const rowsMax = 2000;
const pageLimit = 100;

/** Saves all filtered assets as CSV. Beyond 2,000 rows, the file is truncated with a notice. */
export const exportAssets = (filter: ReturnType<typeof filterOf>): Promise<void> =>
  saveAllPages({
    what: 'assets',
    rowsMax,
    read: async (page) => {
      const { assets, pagination } = await call(listAssets, { query: { ...filter, page, limit: pageLimit } });
      return { rows: assets, total: pagination.total, hasNext: pagination.hasNext };
    },
    header,
    rowOf,
    cutNote: `: an export has at most ${formatCount(rowsMax)}. Narrow the filters for the rest.`,
  });

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
  'Recorded',
  'Updated',
  'Last happened',
];

function rowOf(asset: Asset): (string | number)[] {
  const { name, assetId, currentStatus, category, currentLocation, batch, custodian } = asset;
  const words = [name, assetId, currentStatus, category, currentLocation, batch, custodian].map((value) => value ?? '');
  return [
    ...words,
    asset.eventCount,
    asset.anomalyCount,
    asset.createdAt,
    asset.recordedAt,
    asset.updatedAt,
    asset.happenedAt,
  ];
}
