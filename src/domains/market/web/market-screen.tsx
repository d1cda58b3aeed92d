import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { canIssueShares, WHAT_A_SHARE_IS } from '#domains/market/contract.ts';
import { holds, type User } from '#domains/participants/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatRoundDollars } from '#platform/web/format-money.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { IssueForm } from './issue/issue-form.tsx';
import { marketHeading } from './market-heading.ts';
import type { MarketSearch } from './market-search.ts';
import { SharedProperties } from './properties/shared-properties.tsx';
import { totalsQuery } from './queries.ts';

/** The market in property shares: totals, the properties with shares, and the form that issues them. */
export function MarketScreen({ search, user }: { search: MarketSearch; user: User }) {
  const navigate = useNavigate({ from: '/nft' });
  const change = (next: Partial<MarketSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const { data } = useQuery(totalsQuery);
  const mayIssue = holds(user, canIssueShares);
  return (
    <div className="page-width">
      <title>Property shares · Cairn</title>
      <PageHeader {...marketHeading} />
      {data !== undefined && data.network.refusedCalls > 0 ? (
        <div className="mb-5">
          <Banner kind="failure">
            {formatCounted(data.network.refusedCalls, 'call was', 'calls were')} refused by a contract, so{' '}
            {data.network.name} and this ledger differ. The operator has been told.
          </Banner>
        </div>
      ) : null}
      <StatRow label="Totals">
        <Stat label="Properties with shares" value={data && formatCount(data.properties)} />
        <Stat label="Shares" value={data && formatCount(data.shares)} />
        <Stat label="Holders" value={data && formatCount(data.holders)} />
        <Stat
          label="At issue price"
          value={data && formatRoundDollars(data.issuedCents)}
          detail={data && formatCents(data.issuedCents)}
        />
      </StatRow>
      <p className="mt-3 mb-6 text-13 text-pretty text-muted">
        {WHAT_A_SHARE_IS}
        {data === undefined
          ? null
          : ` Contracts on ${data.network.name}${data.network.isLocal ? ', which runs on this server only' : ''}${
              data.network.waitingCalls > 0
                ? `; ${formatCounted(data.network.waitingCalls, 'call', 'calls')} on the way.`
                : '.'
            }`}
      </p>
      {mayIssue ? (
        <Tabs
          label="Property shares"
          value={search.tab ?? 'properties'}
          onValueChange={(tab) => change({ tab: tab === 'properties' ? undefined : (tab as MarketSearch['tab']) })}
          tabs={[
            {
              value: 'properties',
              label: 'Properties',
              content: <SharedProperties search={search} onChange={change} />,
            },
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
          ]}
        />
      ) : (
        <SharedProperties search={search} onChange={change} />
      )}
    </div>
  );
}
