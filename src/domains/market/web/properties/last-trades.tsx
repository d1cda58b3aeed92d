import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { totalsQuery } from '../queries.ts';

/** The newest trades of all properties. */
export function LastTrades() {
  const { data } = useQuery(totalsQuery);
  if (data === undefined || data.trades.length === 0) return null;
  return (
    <Card title="Last trades" flush>
      <ul aria-label="Last trades" className="tabular divide-y divide-line text-13">
        {data.trades.map(({ id, propertyId, shares, pricePerShare, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 px-5 py-1.5">
            <span>
              <code className="text-12 text-muted">{propertyId}</code> {formatCounted(shares, 'share')} at{' '}
              {formatDollars(pricePerShare)}
            </span>
            <span className="text-muted">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
