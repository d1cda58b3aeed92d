import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useSession } from '#domains/participants/web/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { PanelProps } from '#platform/web/domain.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { unreadQuery } from '../notices/queries.ts';
import { owingOf } from '../portal/owing.ts';
import { residentQuery } from '../queries.ts';
import { DeskLine, DeskLines } from './desk-lines.tsx';

/** The number of properties shown. The portal lists all. */
const shown = 3;

/** The tax that the resident owes, by property, and the unread notices. */
export default function OwnTaxes({ live }: PanelProps) {
  const { user } = useSession();
  const enabled = unlessPaused(live);
  const { data, error, refetch } = useQuery({
    ...residentQuery(user?.id ?? ''),
    enabled: (query) => user !== null && enabled(query),
  });
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled });
  if (error && !data)
    return <ErrorState title="Couldn't load your properties" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonText lines={4} />;
  const owed = owingOf(data.properties);
  return (
    <div className="flex flex-col gap-3">
      {data.totalProperties === 0 ? <NoProperty /> : <Owed {...owed} />}
      <DeskLines>
        {owed.owing.slice(0, shown).map(({ propertyId, address, taxOwedFormatted }) => (
          <DeskLine
            key={propertyId}
            label={address}
            detail={<code>{propertyId}</code>}
            value={taxOwedFormatted}
            to="/detroit/resident"
            search={{ tab: 'pay', property: propertyId }}
          />
        ))}
        {unread > 0 ? (
          <DeskLine label="Unread notices" value={unread} to="/detroit/resident" search={{ tab: 'notices' }} />
        ) : null}
      </DeskLines>
    </div>
  );
}

function Owed({ owing, cents, only }: ReturnType<typeof owingOf>) {
  if (owing.length === 0)
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck aria-hidden="true" size={16} /> Nothing is owed.
      </p>
    );
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="min-w-0">
        <span className="tabular block text-20 font-semibold">{formatCents(cents)}</span>{' '}
        <span className="text-13 text-muted">owed on {formatCounted(owing.length, 'property', 'properties')}</span>
      </p>
      <Link to="/detroit/resident" search={{ tab: 'pay', property: only }} className={buttonClass('primary')}>
        Pay
      </Link>
    </div>
  );
}

const NoProperty = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <p className="text-muted">No property is linked to this account yet.</p>
    <Link to="/detroit/resident" className={buttonClass()}>
      Link a property
    </Link>
  </div>
);
