import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

const missing = (words: string) => <span className="text-faint">{words}</span>;

/** Where it is, who has it, what it is. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const { batch, anomalyCount } = asset;
  return (
    <KeyValueList
      items={[
        { label: 'Location', value: asset.currentLocation ?? missing('Unknown') },
        { label: 'In custody of', value: asset.custodian ?? missing('Unknown') },
        { label: 'Category', value: asset.category ?? missing('N/A') },
        {
          label: 'Batch',
          value: batch ? (
            <Link to="/assets" search={{ batch }} className={linkClass}>
              {batch}
            </Link>
          ) : (
            missing('N/A')
          ),
        },
        { label: 'Steps', value: <span className="tabular">{formatCount(asset.eventCount)}</span> },
        {
          label: 'Oddities',
          value: anomalyCount === 0 ? 'None' : `${formatCount(anomalyCount)}, marked in the journey`,
        },
        { label: 'Created', value: <Time at={asset.createdAt} format="minute" /> },
        { label: 'Updated', value: <Time at={asset.updatedAt} /> },
      ]}
    />
  );
}
