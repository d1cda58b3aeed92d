import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCents } from '#platform/contract/money.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { totalsQuery, volumeOf } from '../queries.ts';
import type { Book } from './order-book.tsx';

/** The facts of a property that matter to a trade, in one line. */
export function BookFacts({ book }: { book: Book }) {
  const { data } = useQuery(totalsQuery);
  const volume = volumeOf(data?.prices, book.propertyId);
  const last = book.trades[0];
  const facts = [
    { name: 'Last price', value: last === undefined ? 'None' : formatDollars(last.pricePerShare) },
    // Loaded later than the others: on a phone it would wrap them again.
    { name: 'Volume, 24 h', value: volume === undefined ? '–' : formatDollars(volume.amount), wide: true },
    { name: 'Shares', value: formatCount(book.totalSupply), wide: true },
    { name: 'Assessed at', value: formatCents(book.assessedValue), wide: true },
    { name: 'Royalty', value: `${book.royaltyPercentage}%` },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-13">
        {facts.map(({ name, value, wide }) => (
          <div key={name} className={wide ? 'flex gap-1.5 max-sm:hidden' : 'flex gap-1.5'}>
            <dt className="text-muted">{name}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {book.allowPublicTrading ? null : <Badge tone="amber">Allowed accounts only</Badge>}
      <Link to="/detroit/properties/$propertyId" params={{ propertyId: book.propertyId }} className="link text-13">
        {book.propertyId}
      </Link>
    </div>
  );
}
