import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import type { ParticipantActivity } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { activityQuery } from './activity-query.ts';

type Counterparty = ParticipantActivity['counterparties'][number];

const columns: readonly Column<Counterparty>[] = [
  {
    id: 'username',
    header: 'Participant',
    cell: ({ username }) => (
      <Link to="/participants/$username" params={{ username }} className={linkClass}>
        {username}
      </Link>
    ),
    text: ({ username }) => username,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'from',
    header: 'Before',
    cell: ({ from }) => formatCount(from),
    text: ({ from }) => from,
    sortable: true,
    align: 'end',
  },
  {
    id: 'to',
    header: 'After',
    cell: ({ to }) => formatCount(to),
    text: ({ to }) => to,
    sortable: true,
    align: 'end',
  },
];

/** Participants that had the assets directly before or after. Renders nothing without any. */
export function CounterpartyTable({ username }: { username: string }) {
  const { data } = useQuery(activityQuery(username));
  if (data === undefined || data.counterparties.length === 0) return null;
  return (
    <DataTable
      name="Counterparties"
      columns={columns}
      rows={data.counterparties}
      rowKey={(counterparty) => counterparty.username}
      empty={null}
    />
  );
}
