import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { AssetQr } from './asset-qr.tsx';

/** The panel next to the journey: the asset's current state and its QR code. */
export function AssetAside({ assetId, asset }: { assetId: string; asset: Asset | undefined }) {
  // Below the journey it would jump when that loads, so both appear together.
  const shown = asset ? '' : 'max-lg:hidden';
  return (
    <div className={`grid gap-5 sm:grid-cols-2 lg:sticky lg:top-18 lg:grid-cols-1 ${shown}`}>
      {asset ? (
        <Card title="Now">
          <AssetFacts asset={asset} />
        </Card>
      ) : (
        <Card title="Now">
          <div aria-busy="true" className="grid h-91 content-between py-1">
            {Array.from({ length: 9 }, (_, fact) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
              <Skeleton key={fact} className="h-3 w-4/5" />
            ))}
          </div>
        </Card>
      )}
      <AssetQr assetId={assetId} name={asset?.name ?? assetId} />
    </div>
  );
}

const missing = (words: string) => <span className="text-faint">{words}</span>;

/** The asset's location, custodian and properties. */
function AssetFacts({ asset }: { asset: Asset }) {
  const { batch, anomalyCount } = asset;
  return (
    <KeyValueList
      items={[
        { label: 'Location', value: asset.currentLocation ?? missing('Unknown') },
        { label: 'In custody of', value: asset.custodian ?? missing('Unknown') },
        ...(asset.inShipment
          ? [{ label: 'On its way to', value: asset.addressee ?? missing('Receiver not named') }]
          : []),
        { label: 'Category', value: asset.category ?? missing('N/A') },
        {
          label: 'Batch',
          value: batch ? (
            <Link to="/assets" search={{ batch }} className={linkClass}>
              <code className="text-12">{batch}</code>
            </Link>
          ) : (
            missing('N/A')
          ),
        },
        { label: 'Steps', value: <span className="tabular">{formatCount(asset.eventCount)}</span> },
        {
          label: 'Anomalies',
          value: anomalyCount === 0 ? 'None' : `${formatCount(anomalyCount)}, marked in the journey`,
        },
        { label: 'Created', value: <Time at={asset.createdAt} format="minute" /> },
        { label: 'Recorded', value: <Time at={asset.recordedAt} format="minute" /> },
        { label: 'Updated', value: <Time at={asset.updatedAt} /> },
      ]}
    />
  );
}
