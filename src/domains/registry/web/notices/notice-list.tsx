import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { markNoticesRead, type Notice } from '#domains/registry/contract/notices.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { kindNames, kindTones } from './notice-words.ts';
import { noticesQuery } from './queries.ts';

type Props = { page: number; onPageChange: (page: number) => void };

/** The notices of a resident, newest first. Unread ones are marked, and each leads to its bill or payment. */
export function NoticeList({ page, onPageChange }: Props) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(noticesQuery(page));
  const { mutate, isPending } = useCallMutation(markNoticesRead, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['registry', 'notices'] }),
    onError: (failure) => showToast({ tone: 'failure', title: 'Not Marked', description: failure.message }),
  });
  if (error && !data)
    return <ErrorState title="Couldn't load the notices" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-12" />;
  if (data.notices.length === 0)
    return (
      <EmptyState
        title="No notices yet"
        description="You get one before a bill is due, when it is overdue, and for each payment."
      />
    );
  const unread = data.notices.filter(({ read }) => !read).map(({ id }) => id);
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="Notices"
        description={
          data.unread === 0 ? 'You have read all of them.' : `${formatCounted(data.unread, 'unread notice')}.`
        }
        action={
          unread.length === 0 ? null : (
            <Button size="small" disabled={isPending} onClick={() => mutate({ body: { ids: unread } })}>
              Mark All as Read
            </Button>
          )
        }
      >
        <ul className="divide-y divide-line">
          {data.notices.map((notice) => (
            <Row key={notice.id} notice={notice} onRead={() => mutate({ body: { ids: [notice.id] } })} />
          ))}
        </ul>
      </Card>
      {data.pagination.totalPages > 1 ? (
        <Pagination label="Notices" page={page} totalPages={data.pagination.totalPages} onPageChange={onPageChange} />
      ) : null}
    </div>
  );
}

function Row({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { kind, title, text, billNumber, paymentId, at, read, mailedAt } = notice;
  const search = paymentId === null ? { bill: billNumber ?? '' } : { payment: paymentId };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={kindTones[kind]}>{kindNames[kind]}</Badge>
          <span className="text-13 text-muted">
            <Time at={at} format="day" />
            {mailedAt === null ? '' : ', also by mail'}
            {read ? '' : ' · unread'}
          </span>
        </div>
        <p className={`mt-1.5 ${read ? '' : 'font-semibold'}`}>{title}</p>
        <p className="mt-0.5 text-13 wrap-anywhere text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {read ? null : (
          <Button size="small" onClick={onRead}>
            Mark as Read<span className="sr-only">: {title}</span>
          </Button>
        )}
        <Link
          to="/detroit/pay"
          search={search}
          onClick={read ? undefined : onRead}
          className={buttonClass('secondary', 'small')}
        >
          {paymentId === null ? 'Open Bill' : 'Open Payment'}
          <span className="sr-only">: {title}</span>
        </Link>
      </div>
    </li>
  );
}
