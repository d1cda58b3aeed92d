import type { Asset } from '#domains/trace/contract.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { AssetFacts } from './asset-facts.tsx';
import { AssetQr } from './asset-qr.tsx';

/** What stands beside the asset's story: where it is now, and the code that leads here. */
export function AssetAside({ assetId, asset }: { assetId: string; asset: Asset | undefined }) {
  // Where it stands below the story it would be seen to move when that comes, so it comes with it.
  const shown = asset ? '' : 'max-lg:hidden';
  return (
    <div className={`grid gap-5 sm:grid-cols-2 lg:sticky lg:top-18 lg:grid-cols-1 ${shown}`}>
      {asset ? (
        <Card title="Now">
          <AssetFacts asset={asset} />
        </Card>
      ) : (
        <Card title="Now">
          <div aria-busy="true" className="grid h-81 content-between py-1">
            {Array.from({ length: 8 }, (_, fact) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts to come have no identity.
              <Skeleton key={fact} className="h-3 w-4/5" />
            ))}
          </div>
        </Card>
      )}
      <AssetQr assetId={assetId} />
    </div>
  );
}
