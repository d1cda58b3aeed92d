import type { z } from 'zod';
import { type AdministeredSubscription, newestPlan } from '#domains/billing/contract.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { formatCount } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { StatusBadge } from '../status-badge.tsx';

type Administered = z.infer<typeof AdministeredSubscription>;

/** A subscription of any account in one row. */
export const subscriptionColumns: readonly Column<Administered>[] = [
  {
    id: 'username',
    header: 'Account',
    cell: ({ username }) => <span className="font-medium">{username}</span>,
    text: ({ username }) => username,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'plan',
    header: 'Plan',
    cell: ({ planId, billingCycle }) =>
      `${newestPlan(planId).displayName}, ${billingCycle === 'annual' ? 'annual' : 'monthly'}`,
    text: ({ planId, billingCycle }) => `${planId} ${billingCycle}`,
    phone: 'value',
  },
  {
    id: 'users',
    header: 'Users',
    cell: ({ userCount }) => formatCount(userCount),
    text: ({ userCount }) => userCount,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'assets',
    header: 'Assets',
    cell: ({ assetCount }) => formatCount(assetCount),
    text: ({ assetCount }) => assetCount,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'until',
    header: 'Period until',
    cell: ({ currentPeriodEnd, endedAt }) => <Time at={endedAt ?? currentPeriodEnd} format="utc day" />,
    text: ({ currentPeriodEnd, endedAt }) => endedAt ?? currentPeriodEnd,
    phone: 'labeled',
  },
  {
    id: 'owed',
    header: 'Owed',
    cell: ({ owed }) => (owed === 0 ? '–' : <span className="font-medium">{formatDollars(owed)}</span>),
    text: ({ owed }) => owed,
    align: 'end',
    phone: 'labeled',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, readOnlySince }) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadge status={status} />
        {readOnlySince === null ? null : <Badge tone="red">Read-only</Badge>}
      </span>
    ),
    text: ({ status }) => status,
    phone: 'mark',
  },
];
