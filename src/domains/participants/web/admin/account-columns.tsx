import type { AdministeredAccount } from '#domains/participants/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { StatusBadge } from '../status-badge.tsx';

/** Columns of the account list. */
export const accountColumns: readonly Column<AdministeredAccount>[] = [
  {
    id: 'username',
    header: 'Account',
    cell: ({ username, displayName }) => (
      <>
        <span className="font-medium">{username}</span>
        {displayName ? <span className="ml-2 text-13 text-muted">{displayName}</span> : null}
      </>
    ),
    text: ({ username }) => username,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => email ?? <span className="text-faint">–</span>,
    text: ({ email }) => email ?? '',
    phone: 'none',
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role, administrator, auditor }) => (
      <span className="flex flex-wrap gap-1.5">
        <RoleBadge role={role} />
        {administrator ? <Badge tone="indigo">administrator</Badge> : null}
        {auditor ? <Badge tone="indigo">auditor</Badge> : null}
      </span>
    ),
    text: ({ role, administrator, auditor }) =>
      [role, ...(administrator ? ['administrator'] : []), ...(auditor ? ['auditor'] : [])].join(', '),
    phone: 'value',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    phone: 'mark',
  },
  {
    id: 'sessions',
    header: 'Sessions',
    cell: ({ sessions }) => formatCount(sessions),
    text: ({ sessions }) => sessions,
    align: 'end',
  },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} unknown="Never" />,
    text: ({ lastSeenAt }) => lastSeenAt ?? '',
  },
  {
    id: 'createdAt',
    header: 'Joined',
    cell: ({ createdAt }) => <Time at={createdAt} format="day" unknown="Unknown" />,
    text: ({ createdAt }) => createdAt,
    hiddenAtFirst: true,
  },
];
