import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { canHandleCash, canIssueShares } from '#domains/market/contract.ts';
import { holds, type User } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { formatMinute } from '#platform/web/format-time.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { CashDesk } from './cash/cash-desk.tsx';
import { IssueForm } from './issue/issue-form.tsx';
import { marketHeading } from './market-heading.ts';
import type { MarketSearch } from './market-search.ts';
import { MarketTotals } from './market-totals.tsx';
import { Portfolio } from './portfolio/portfolio.tsx';
import { SharedProperties } from './properties/shared-properties.tsx';
import { totalsQuery } from './queries.ts';
import { TradeTab } from './trade/trade-tab.tsx';

/** The market for property shares: the properties with shares, the form that issues them, trading, and the portfolio of the account. */
export function MarketScreen({ search, user }: { search: MarketSearch; user: User }) {
  const navigate = useNavigate({ from: '/nft' });
  const change = useCallback(
    (next: Partial<MarketSearch>) =>
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false }),
    [navigate],
  );
  const tab = search.tab ?? 'properties';
  const { data, error } = useQuery(totalsQuery);
  const mayIssue = holds(user, canIssueShares);
  const mayHandleCash = holds(user, canHandleCash);
  const isDenied = (tab === 'issue' && !mayIssue) || (tab === 'cash' && !mayHandleCash);
  return (
    <div className="page-width">
      <title>Property shares · Cairn</title>
      <PageHeader {...marketHeading} />
      {data !== undefined && data.network.refusedCalls > 0 ? (
        <div className="mb-5">
          <Banner kind="failure">
            {formatCounted(data.network.refusedCalls, 'call was', 'calls were')} refused by a contract, so{' '}
            {data.network.name} and this ledger differ. The operator has been notified.
          </Banner>
        </div>
      ) : null}
      {data !== undefined && data.network.refusedCalls === 0 && data.network.differences > 0 ? (
        <div className="mb-5">
          <Banner kind="failure">
            {data.network.name} and this ledger differ, so some trading is halted. The operator has been notified.
          </Banner>
        </div>
      ) : null}
      {data?.network.isPaused && data.network.waitingSince !== null ? (
        <div className="mb-5">
          <Banner kind="warning">
            New orders are paused: {data.network.name} has not taken a call since{' '}
            {formatMinute(Date.parse(data.network.waitingSince))}. Open orders can be canceled. Orders resume once it
            has caught up.
          </Banner>
        </div>
      ) : null}
      {isDenied ? (
        <div className="mb-5">
          <Banner
            kind="warning"
            action={
              <Button size="small" onClick={() => change({ tab: undefined })}>
                Show the Properties
              </Button>
            }
          >
            {tab === 'issue'
              ? 'Your account cannot issue shares. The owner of a property can, signed in as a resident, and so can the city.'
              : 'Your account cannot open the cash desk. Only administrators confirm deposits and payouts. Your own cash is in Portfolio.'}
          </Banner>
        </div>
      ) : null}
      <Tabs
        label="Property shares"
        value={isDenied ? 'properties' : tab}
        onValueChange={(next) => change({ tab: next === 'properties' ? undefined : (next as MarketSearch['tab']) })}
        tabs={[
          {
            value: 'properties',
            label: 'Properties',
            content: (
              <>
                <MarketTotals data={data ?? (error ? null : undefined)} />
                <SharedProperties search={search} onChange={change} />
              </>
            ),
          },
          ...(mayIssue
            ? [
                {
                  value: 'issue',
                  label: 'Fractionalize',
                  content: (
                    <IssueForm
                      user={user}
                      propertyId={search.property}
                      onSelect={(property) => change({ property })}
                      onShow={(token) => change({ tab: undefined, search: undefined, page: undefined, token })}
                    />
                  ),
                },
              ]
            : []),
          { value: 'trade', label: 'Trade', content: <TradeTab user={user} search={search} onChange={change} /> },
          { value: 'portfolio', label: 'Portfolio', content: <Portfolio user={user} /> },
          ...(mayHandleCash ? [{ value: 'cash', label: 'Cash desk', content: <CashDesk /> }] : []),
        ]}
      />
    </div>
  );
}
