import type { Asset } from '#domains/trace/contract.ts';
import { assetLink, participantLink, table } from '../turn.ts';

/** The columns of `assetCells`. */
export const assetColumns = ['Name', 'Asset'] as const;

/** Returns the name of an asset as a link to it, and its id. An asset without a name is shown by its id. */
export const assetCells = (assetId: string, name: string | undefined) => [
  { text: name || assetId, href: assetLink(assetId) },
  { text: assetId, isId: true },
];

export const assetTable = (title: string, assets: readonly Asset[], all = assets.length) =>
  ({
    ...table(
      title,
      [...assetColumns, 'Status', 'Category', 'Location', 'With'],
      assets.map((asset) => [
        ...assetCells(asset.assetId, asset.name),
        { text: asset.currentStatus },
        { text: asset.category ?? 'N/A' },
        { text: asset.currentLocation ?? 'Unknown' },
        asset.custodian === undefined
          ? { text: 'Unknown' }
          : { text: asset.custodian, href: participantLink(asset.custodian) },
      ]),
      all,
    ),
    more: Math.max(0, all - Math.min(assets.length, 100)),
  }) as const;
