import type { Asset } from '#domains/trace/contract.ts';
import { assetLink, participantLink, table } from '../turn.ts';

export const assetTable = (title: string, assets: readonly Asset[], all = assets.length) =>
  ({
    ...table(
      title,
      ['Asset', 'Name', 'Status', 'Category', 'Location', 'With'],
      assets.map((asset) => [
        { text: asset.assetId, href: assetLink(asset.assetId) },
        { text: asset.name },
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
