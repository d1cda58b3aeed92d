import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Ownership } from '#domains/registry/contract.ts';
import { formatFraction } from '#platform/web/format-fraction.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { holderName } from '../property-type.ts';

/** The owners under their pseudonyms, with exact fractions and the block of each title. */
export function Owners({ owners }: { owners: readonly Ownership[] }) {
  return (
    <Card title="Ownership" description="Owners appear under a pseudonym that only the registry can resolve.">
      <ul className="divide-y divide-line">
        {owners.map(({ holder, fraction: { numerator, denominator }, acquiredAt, blockIndex }) => (
          <li key={holder} className="py-2 first:pt-0 last:pb-0">
            <span className="flex items-baseline justify-between gap-3">
              {holder === 'city' ? (
                <span className="font-medium">City</span>
              ) : (
                <CopyChip text={holder} short={holderName(holder)} label="Pseudonym" />
              )}
              <span className="tabular">
                {formatFraction(numerator / denominator)}
                {denominator > 1 ? ` (${numerator}/${denominator})` : ''}
              </span>
            </span>
            <span className="text-13 text-muted">
              Since <Time at={acquiredAt} format="day" /> · block <BlockLink index={blockIndex} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
