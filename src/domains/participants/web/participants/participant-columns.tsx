import { Link } from '@tanstack/react-router';
import { Activity, Pencil } from 'lucide-react';
import type { Participant, User } from '#domains/participants/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { Avatar } from '../avatar.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { mayEdit } from './may-edit.ts';
import { shortAddress } from './short-address.ts';

/** Hides labels on a tablet, where the table has room only for icons. */
const wordsWhereRoom = 'sm:max-lg:sr-only';

/** Columns of the participant list, with the actions this viewer may take. */
export const participantColumns = (
  viewer: User | null,
  opensEvents: boolean,
  onEdit: (participant: Participant) => void,
): readonly Column<Participant>[] => [
  {
    id: 'username',
    header: 'Participant',
    cell: (participant) => <Who participant={participant} />,
    text: (participant) => participant.username,
    sortable: true,
    hideable: false,
    wraps: true,
    phone: 'title',
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <RoleBadge role={role} />,
    text: ({ role }) => role,
    sortable: true,
    phone: 'mark',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    sortable: true,
    phone: 'value',
  },
  {
    id: 'eventCount',
    header: 'Events',
    cell: ({ eventCount }) => formatCount(eventCount),
    text: ({ eventCount }) => eventCount,
    sortable: true,
    align: 'end',
  },
  {
    id: 'createdAt',
    header: 'Joined',
    cell: ({ createdAt }) => <Time at={createdAt} unknown="Unknown" />,
    text: ({ createdAt }) => createdAt,
    sortable: true,
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ place }) => place ?? <span className="text-faint">Not given</span>,
    text: ({ place }) => place ?? '',
    hiddenAtFirst: true,
    phone: 'value',
  },
  {
    id: 'managedBy',
    header: 'Managed by',
    cell: ({ managedBy }) => managedBy ?? <span className="text-faint">Itself</span>,
    text: ({ managedBy }) => managedBy ?? '',
    hiddenAtFirst: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (participant) => (
      <span className="flex items-center gap-1 max-sm:justify-end sm:-ml-2.5">
        <EventsLink username={participant.username} opensEvents={opensEvents} />
        {mayEdit(viewer, participant) ? (
          <Button
            variant="quiet"
            size="small"
            icon={<Pencil aria-hidden="true" size={13} />}
            aria-label={`Edit ${participant.username}`}
            onClick={() => onEdit(participant)}
          >
            <span className={wordsWhereRoom}>Edit</span>
          </Button>
        ) : null}
      </span>
    ),
    hideable: false,
    phone: 'block',
  },
];

function Who({ participant: { username, displayName, role, address } }: { participant: Participant }) {
  return (
    <span className="flex min-w-0 items-center gap-3 py-0.5">
      <Avatar name={displayName ?? username} role={role} />
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">
          <Link
            to="/participants/$username"
            params={{ username }}
            className="rounded-6 font-medium text-ink underline-offset-2 hover:underline"
          >
            {username}
          </Link>
          {displayName ? <span className="ml-2 text-13 text-muted sm:max-lg:hidden">{displayName}</span> : null}
        </span>
        <span className="min-w-max text-muted">
          <CopyChip text={address} short={shortAddress(address)} label={`address of ${username}`} />
        </span>
      </span>
    </span>
  );
}

/** Links to the events of a participant, or to its page if the viewer may not list events. */
export function EventsLink({ username, opensEvents }: { username: string; opensEvents: boolean }) {
  const content = (
    <>
      <Activity aria-hidden="true" size={13} /> <span className={wordsWhereRoom}>View Events</span>
      <span className="sr-only"> of {username}</span>
    </>
  );
  const className = buttonClass('quiet', 'small');
  return opensEvents ? (
    <Link to="/events" search={{ participant: username }} className={className}>
      {content}
    </Link>
  ) : (
    <Link to="/participants/$username" params={{ username }} className={className}>
      {content}
    </Link>
  );
}
