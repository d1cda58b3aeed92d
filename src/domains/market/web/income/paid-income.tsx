import { useQuery } from '@tanstack/react-query';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { DistributeIncome } from './distribute-income.tsx';
import { incomeQuery } from './queries.ts';

type Props = {
  propertyId: string;
  /** The number of shares that are not in wallets. */
  sharesHere: number;
  /** Whether the account may try to distribute. */
  mayDistribute: boolean;
};

/** The newest income of a property that went to the holders of its shares, and the form that distributes more. */
export function PaidIncome({ propertyId, sharesHere, mayDistribute }: Props) {
  const { data } = useQuery(incomeQuery(propertyId));
  if (!mayDistribute && (data === undefined || data.income.length === 0)) return null;
  return (
    <Card
      title="Income"
      description="For all holders of shares at the record date."
      action={mayDistribute ? <DistributeIncome propertyId={propertyId} sharesHere={sharesHere} /> : null}
    >
      {data?.income.length === 0 ? <p className="text-13 text-muted">No income has been distributed yet.</p> : null}
      <ul className="divide-y divide-line">
        {data?.income.map(({ incomeId, note, amount, holders, claimed, declaredAt, block, recordBlock }) => (
          <li key={incomeId} className="flex flex-col gap-1 py-2">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>{note}</span>
              <span className="tabular font-medium">{formatDollars(amount)}</span>
            </span>
            <span className="text-13 text-muted">
              <Time at={declaredAt} format="day" /> in block <BlockLink index={block.index} />, for{' '}
              {formatCounted(holders, 'holder')} as of block <BlockLink index={recordBlock} />; {formatDollars(claimed)}{' '}
              claimed
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
