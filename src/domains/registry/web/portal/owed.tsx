import type { Property } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { owingOf } from './owing.ts';

type Props = {
  /** Undefined while they load. */
  properties: readonly Property[] | undefined;
  /** Receives the only property on which something is owed; undefined if there are several to choose from. */
  onPay: (propertyId: string | undefined) => void;
};

/** What is owed on all properties, with the way to pay it, at the top of the portal. */
export function Owed({ properties, onPay }: Props) {
  if (properties === undefined) return <Skeleton className="h-control w-48" />;
  const { owing, cents, only } = owingOf(properties);
  if (owing.length === 0)
    return properties.length === 0 ? null : (
      <p className="flex min-h-control items-center text-muted">Nothing is owed.</p>
    );
  return (
    <>
      <p className="mr-2">
        <span className="tabular font-semibold">{formatCents(cents)}</span> owed
        {owing.length === 1 ? '' : ` on ${formatCounted(owing.length, 'property', 'properties')}`}
      </p>
      <Button variant="primary" onClick={() => onPay(only)}>
        Pay<span className="sr-only"> taxes</span>
      </Button>
    </>
  );
}
