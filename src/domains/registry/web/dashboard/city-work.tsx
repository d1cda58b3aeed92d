import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { heldQuery } from '#domains/payments/web/index.ts';
import type { PanelProps } from '#platform/web/domain.ts';
import { formatRoundDollars } from '#platform/web/format-money.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { unlessPaused } from '#platform/web/unless-paused.ts';
import { appealsQuery, dashboardQuery, pendingTransfersQuery } from '../queries.ts';
import { DeskLine, DeskLines } from './desk-lines.tsx';

/** The open work of a government account: transfers to confirm, money to assign, appeals to decide, and tax owed. */
export default function CityWork({ live }: PanelProps) {
  const enabled = unlessPaused(live);
  const transfers = useQuery({ ...pendingTransfersQuery(1), enabled });
  const appeals = useQuery({ ...appealsQuery({ state: 'open', page: 1, limit: 1 }), enabled });
  const held = useQuery({ ...heldQuery('open', 1), enabled });
  const city = useQuery({ ...dashboardQuery, enabled });
  const failed = [transfers, appeals, held, city].find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error)
    return <ErrorState title="Couldn't load what waits" error={failed.error} onRetry={() => void failed.refetch()} />;
  const owed = city.data?.stats.totalTaxOwed;
  return (
    <div className="flex flex-col items-start gap-5">
      <DeskLines>
        <DeskLine label="Transfers to confirm" value={transfers.data?.pagination.total} to="/detroit/city" />
        <DeskLine
          label="Appeals to decide"
          value={appeals.data?.pagination.total}
          to="/detroit/city"
          search={{ tab: 'appeals' }}
        />
        <DeskLine label="Money in suspense" value={held.data?.pagination.total} to="/payments/desk" />
        <DeskLine
          label="Tax owed to the city"
          value={owed === undefined ? undefined : formatRoundDollars(owed)}
          to="/detroit"
          search={{ owed: 'yes', sortBy: 'taxOwed', sortOrder: 'desc' }}
        />
      </DeskLines>
      <Link to="/detroit/city" className={buttonClass()}>
        Open the city desk
      </Link>
    </div>
  );
}
