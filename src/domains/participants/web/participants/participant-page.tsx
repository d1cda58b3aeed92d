import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ParticipantDetails } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { useSession } from '../use-session.ts';
import { mayEdit } from './may-edit.ts';
import { ParticipantAbout } from './participant-about.tsx';
import { EventsLink } from './participant-columns.tsx';
import type { ParticipantSearch } from './participants-search.ts';
import { participantQuery } from './queries.ts';

const EditParticipantDialog = lazy(() => import('./edit-participant-dialog.tsx'));

export type ParticipantPageProps = {
  username: string;
  search: ParticipantSearch;
  /** Its activity, from the domain of events: the main column, and the part below its details. */
  doings: ReactNode;
  counterparties: ReactNode;
  /** Whether the viewer may open the list of events. */
  opensEvents: boolean;
};

/** One participant: its details, the assets it handled, when, and with whom. */
export function ParticipantPage({ username, search, doings, counterparties, opensEvents }: ParticipantPageProps) {
  const navigate = useNavigate({ from: '/participants/$username' });
  const { user } = useSession();
  const { data, error, refetch } = useQuery(participantQuery(username));
  const edit = (action: 'edit' | undefined) => void navigate({ search: { action }, replace: true, resetScroll: false });
  if (error instanceof ApiError && error.status === 404) return <NoSuchParticipant username={username} />;
  if (error && !data)
    return <ErrorState page title={`Couldn't load ${username}`} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page-width">
      <title>{`${username} · Cairn`}</title>
      <Link
        to="/participants"
        className="mt-6 -mb-6 flex w-fit min-h-6 items-center gap-1 rounded-6 text-13 text-muted hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" size={14} /> Participants
      </Link>
      <PageHeader
        title={data?.displayName ?? data?.username ?? username}
        subtitle={<Subtitle participant={data} />}
        actions={
          data ? (
            <>
              {mayEdit(user, data) ? (
                <Button
                  aria-label={`Edit ${data.username}`}
                  icon={<Pencil aria-hidden="true" size={14} />}
                  onClick={() => edit('edit')}
                >
                  Edit
                </Button>
              ) : null}
              {opensEvents ? <EventsLink username={data.username} opensEvents /> : null}
            </>
          ) : (
            <span className="h-control" />
          )
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {doings}
        <div className="flex min-w-0 flex-col gap-5">
          {data ? <ParticipantAbout participant={data} /> : <Skeleton className="h-80 w-full rounded-12" />}
          {counterparties}
        </div>
      </div>
      <Suspense>
        {search.action === 'edit' && user ? (
          <EditParticipantDialog username={username} onClose={() => edit(undefined)} />
        ) : null}
      </Suspense>
    </div>
  );
}

function Subtitle({ participant }: { participant: ParticipantDetails | undefined }) {
  if (participant === undefined) return <Skeleton className="h-5 w-48" />;
  return (
    <span className="flex flex-wrap items-center gap-2.5">
      {participant.displayName ? <span>{participant.username}</span> : null}
      <RoleBadge role={participant.role} />
      <StatusBadge status={participant.status} />
    </span>
  );
}

function NoSuchParticipant({ username }: { username: string }) {
  return (
    <div className="page-width py-16">
      <title>Participant not found · Cairn</title>
      <h1 className="sr-only">Participant not found</h1>
      <EmptyState
        title={`No participant named ${username}`}
        description="Check the spelling, or search for part of the name."
        action={
          <Link to="/participants" search={{ search: username }} className={buttonClass('primary')}>
            Search participants
          </Link>
        }
      />
    </div>
  );
}
