import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { PropertyName } from '../property-name.tsx';
import { totalsQuery } from '../queries.ts';

/** The newest trades of all properties. */
export function LastTrades() {
  const { data } = useQuery(totalsQuery);
  if (data === undefined || data.trades.length === 0) return null;
  return (
    <Card title="Last trades" flush>
      <ul aria-label="Last trades" className="tabular divide-y divide-line text-13">
        {data.trades.map(({ id, propertyId, address, shares, pricePerShare, at }) => (
          <li key={id} className="px-5 py-2">
            <PropertyName {...{ propertyId, address }} />
            <span className="flex items-baseline justify-between gap-3 text-muted">
              <span>
                {formatCounted(shares, 'share')} at {formatDollars(pricePerShare)}
              </span>
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
