import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { BillCard } from '../payments/bill-card.tsx';
import { billsQuery } from '../queries.ts';

/** The bills of a property with their numbers and lines, newest first, for its owners and the government. Owners pay in the portal. */
export function PropertyBills({ propertyId, isOwn }: { propertyId: string; isOwn: boolean }) {
  const { data, error, refetch } = useQuery(billsQuery(propertyId));
  if (error && !data)
    return <ErrorState title="Couldn't load the bills" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-12" />;
  return (
    <>
      {isOwn && data.bills.some(({ open }) => open > 0) ? (
        <p>
          <Link to="/detroit/resident" search={{ tab: 'pay', property: propertyId }} className={buttonClass('primary')}>
            Pay the Tax
          </Link>
        </p>
      ) : null}
      {data.bills.map((bill) => (
        <BillCard key={bill.billNumber} bill={bill} />
      ))}
    </>
  );
}
