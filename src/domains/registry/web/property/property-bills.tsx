import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { BillCard } from '../payments/bill-card.tsx';
import { billsQuery } from '../queries.ts';

/** The bills of a property with their numbers and lines, newest first. For the government, whose clerk is asked for them. */
export function PropertyBills({ propertyId }: { propertyId: string }) {
  const { data, error, refetch } = useQuery(billsQuery(propertyId));
  if (error && !data)
    return <ErrorState title="Couldn't load the bills" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-12" />;
  return data.bills.map((bill) => <BillCard key={bill.billNumber} bill={bill} />);
}
