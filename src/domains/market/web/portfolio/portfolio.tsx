import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { canBindWallets } from '#domains/market/contract.ts';
import { holds, type User } from '#domains/participants/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { centsOf, formatDollars } from '#platform/web/dollars.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { OwnCash } from '../cash/own-cash.tsx';
import { OwnIncome } from '../income/own-income.tsx';
import { numberRows } from '../number-rows.ts';
import { portfolioQuery } from '../trade/queries.ts';
import { SharesOutside } from '../wallets/shares-outside.tsx';
import { Wallets } from '../wallets/wallets.tsx';
import { costQuery, withCost } from './cost.ts';
import { holdingColumns } from './holding-columns.tsx';
import { movementColumns } from './movement-columns.tsx';
import { Statement } from './statement.tsx';

/** The portfolio of the account: cash, free and held by its orders; its shares; and the newest movements of its cash. */
export function Portfolio({ user }: { user: User }) {
  const { data, error, isFetching, refetch } = useQuery(portfolioQuery);
  const { data: statement, isLoading } = useQuery(costQuery(data?.holdings));
  const holdings = useMemo(() => data && withCost(data.holdings, statement, isLoading), [data, statement, isLoading]);
  const movements = useMemo(() => data && numberRows(data.movements), [data]);
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load your portfolio"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const valued = data?.holdings.filter(({ value }) => value !== null) ?? [];
  const value = valued.reduce((sum, holding) => sum + centsOf(holding.value ?? 0), 0);
  const unvalued = (data?.holdings.length ?? 0) - valued.length;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <StatRow label="Your totals">
          <Stat label="Free cash" value={data && formatDollars(data.cash.free)} detail="For purchases" />
          <Stat label="Held cash" value={data && formatDollars(data.cash.held)} detail="By your open purchases" />
          <Stat
            label="Shares at their last price"
            value={data && formatCents(value)}
            detail={
              unvalued > 0
                ? `Without ${formatCounted(unvalued, 'property', 'properties')} of which no share was ever sold`
                : 'What they were last sold for, not what they will bring'
            }
          />
        </StatRow>
        {/* Two lines on a phone. The space is reserved until the address is known. */}
        <p className="mt-3 min-h-10 text-13 text-muted sm:min-h-5">
          {data === undefined ? null : data.address === null ? (
            'Your first shares or cash get an address on the network. It does not show your name.'
          ) : (
            <>
              On the network, where your name is not shown, your shares are at{' '}
              <Hash value={data.address} label="Address" />
            </>
          )}
        </p>
      </div>
      <OwnCash free={data?.cash.free} />
      <DataTable
        name="Holdings"
        columns={holdingColumns}
        rows={holdings}
        rowKey={({ propertyId }) => propertyId}
        skeletonRows={3}
        empty={
          <EmptyState
            title="No shares yet"
            description="Choose a property and buy some of its shares. They appear here as soon as they are yours."
            action={
              <Link to="/nft" search={{ tab: 'trade' }} className={buttonClass('primary')}>
                Buy Shares
              </Link>
            }
          />
        }
      />
      <OwnIncome />
      {holds(user, canBindWallets) ? (
        <>
          <Wallets />
          <SharesOutside />
        </>
      ) : null}
      <DataTable
        name="Movements of cash"
        columns={movementColumns}
        rows={movements}
        rowKey={({ key }) => key}
        skeletonRows={5}
        empty={
          <EmptyState
            title="No movements yet"
            description="Add cash to trade with. Deposits, purchases, sales and royalties appear here."
          />
        }
      />
      <Statement />
    </div>
  );
}
