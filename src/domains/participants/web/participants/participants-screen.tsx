import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import {
  canRegisterParticipants,
  holds,
  type Participant,
  type participantSorts,
} from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { PageSize } from '#platform/web/ui/table/page-size.tsx';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { ReadAt } from '#platform/web/ui/value/read-at.tsx';
import { useSession } from '../use-session.ts';
import { exportParticipants } from './export-participants.ts';
import { participantColumns } from './participant-columns.tsx';
import { ParticipantFilters } from './participant-filters.tsx';
import { ParticipantStats } from './participant-stats.tsx';
import { changed, filterOf, isFiltered, type ParticipantsSearch } from './participants-search.ts';
import { participantsQuery } from './queries.ts';

const AddParticipantDialog = lazy(() => import('./add-participant-dialog.tsx'));
const EditParticipantDialog = lazy(() => import('./edit-participant-dialog.tsx'));
const rowKey = (participant: Participant) => participant.id;
const skeletonRows = 5;

/** The participants page: role counts that filter, the list, and dialogs to add and edit. The URL has its whole state. */
export function ParticipantsScreen({ search, opensEvents }: { search: ParticipantsSearch; opensEvents: boolean }) {
  const navigate = useNavigate({ from: '/participants/' });
  const { user } = useSession();
  const filter = filterOf(search);
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch } = useQuery(participantsQuery(filter));
  const change = (next: Partial<ParticipantsSearch>) =>
    void navigate({ search: (now) => changed(now, next), replace: true, resetScroll: false });
  const close = () => change({ action: undefined, participant: undefined, page: search.page });
  const columns = useMemo(
    () =>
      participantColumns(
        user,
        opensEvents,
        ({ username }) =>
          void navigate({
            search: (now) => ({ ...now, action: 'edit', participant: username }),
            replace: true,
            resetScroll: false,
          }),
      ),
    [user, opensEvents, navigate],
  );
  return (
    <div className="page-width">
      <title>Participants · Cairn</title>
      <PageHeader
        title="Participants"
        subtitle="Everyone for whom events are recorded"
        actions={
          user !== null && holds(user, canRegisterParticipants) ? (
            <Button
              variant="primary"
              icon={<UserPlus aria-hidden="true" size={16} />}
              onClick={() => change({ action: 'add', page: search.page })}
            >
              Add Participant
            </Button>
          ) : null
        }
      />
      <ParticipantStats search={search} />
      <ParticipantFilters search={search} onChange={change} />
      {error && !data ? (
        <ErrorState title="Couldn't load the participants" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Participants"
          columns={columns}
          rows={data?.participants}
          rowKey={rowKey}
          skeletonRows={skeletonRows}
          sort={{ id: filter.sortBy, descending: filter.sortOrder === 'desc' }}
          onSortChange={({ id, descending }) =>
            change({ sortBy: id as (typeof participantSorts)[number], sortOrder: descending ? 'desc' : 'asc' })
          }
          onExport={() => void exportParticipants(filter)}
          refreshing={isPlaceholderData}
          toolbar={
            <>
              <span aria-live="polite" className="tabular">
                {data === undefined ? 'Counting…' : formatCounted(data.total, 'participant')}
              </span>
              <ReadAt at={dataUpdatedAt} />
            </>
          }
          empty={
            <EmptyState
              title="No participants found"
              description={isFiltered(search) ? 'No one matches these filters.' : undefined}
              action={
                isFiltered(search) ? (
                  <Button onClick={() => change({ search: undefined, role: undefined, status: undefined })}>
                    Clear Filters
                  </Button>
                ) : null
              }
            />
          }
        />
      )}
      {data && data.total > pageSizes[0] ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <div className="py-3">
            <PageSize
              sizes={pageSizes}
              value={filter.limit}
              onChange={(limit) => change({ limit: pageSizes.find((size) => size === limit) })}
            />
          </div>
          <Pagination
            label="Participants"
            page={filter.page}
            totalPages={data.totalPages}
            onPageChange={(page) => change({ page })}
          />
        </div>
      ) : null}
      <Suspense>
        {search.action === 'add' && user ? <AddParticipantDialog onClose={close} /> : null}
        {search.action === 'edit' && search.participant && user ? (
          <EditParticipantDialog key={search.participant} username={search.participant} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
