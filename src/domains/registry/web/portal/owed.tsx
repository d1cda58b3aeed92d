import type { residentProperties } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { owingOf } from './owing.ts';

type Resident = Pick<
  ResponseIn<typeof residentProperties>,
  'properties' | 'totalProperties' | 'totalTaxOwed' | 'propertiesOwing'
>;

type Props = {
  /** Undefined while it loads. */
  resident: Resident | undefined;
  /** Receives the only property with tax owed; undefined if there are several to choose from. */
  onPay: (propertyId: string | undefined) => void;
};

/** The amount owed on all properties, with the button that pays it, at the top of the portal. */
export function Owed({ resident, onPay }: Props) {
  if (resident === undefined) return <Skeleton className="h-control w-48" />;
  const { totalProperties, totalTaxOwed, propertiesOwing } = resident;
  const only = propertiesOwing === 1 ? owingOf(resident.properties).only : undefined;
  if (propertiesOwing === 0)
    return totalProperties === 0 ? null : (
      <p className="flex min-h-control items-center text-muted">Nothing is owed.</p>
    );
  return (
    <>
      <p className="mr-2">
        <span className="tabular font-semibold">{formatCents(totalTaxOwed)}</span> owed
        {propertiesOwing === 1 ? '' : ` on ${formatCounted(propertiesOwing, 'property', 'properties')}`}
      </p>
      <Button variant="primary" onClick={() => onPay(only)}>
        Pay<span className="sr-only"> taxes</span>
      </Button>
    </>
  );
}
