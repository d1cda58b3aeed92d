import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type listLetters, retryLetter } from '#domains/registry/contract/notice-schedule.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { kindNames } from './notice-words.ts';
import { lettersQuery } from './queries.ts';

type Letters = ResponseIn<typeof listLetters>;
type Mail = { readonly offered: boolean; readonly from: string | null; readonly lettersPerMinute: number | null };

/** How many letters went out, and those that did not. */
export function LettersCard({ mail }: { mail: Mail }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(lettersQuery(page));
  if (error && !data)
    return <ErrorState title="Couldn't load the letters" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-12" />;
  return (
    <Card
      title="Letters"
      description={
        mail.offered
          ? `Sent from ${mail.from}, at most ${formatCount(mail.lettersPerMinute ?? 0)} a minute.`
          : 'No mail is sent, because no mail server is connected. Notices are only in the portal.'
      }
    >
      <KeyValueList
        items={[
          { label: 'Sent in 24 hours', value: formatCount(data.counts.sentInDay) },
          { label: 'Waiting', value: formatCount(data.counts.waiting) },
          { label: 'Not sent', value: formatCount(data.counts.failed) },
        ]}
      />
      {data.failed.length === 0 ? null : <FailedLetters letters={data.failed} />}
      <Pagination
        label="Letters that could not be sent"
        page={page}
        totalPages={data.pagination.totalPages}
        onPageChange={setPage}
      />
    </Card>
  );
}

function FailedLetters({ letters }: { letters: Letters['failed'] }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useCallMutation(retryLetter, {
    onSuccess: () => {
      showToast({ tone: 'success', title: 'Letter Queued', description: 'It will be sent within a minute.' });
      void queryClient.invalidateQueries({ queryKey: ['letters'] });
    },
    onError: (error) => showToast({ tone: 'failure', title: 'Not Queued', description: error.message }),
  });
  return (
    <ul aria-label="Letters that could not be sent" className="mt-4 divide-y divide-line border-t border-line">
      {letters.map(({ id, kind, billNumber, paymentId, at, tries, failure }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <span className="min-w-0">
            <span className="font-medium">{kindNames[kind]}</span>{' '}
            <code className="text-12 wrap-anywhere">{billNumber ?? paymentId}</code>
            <span className="block text-13 text-muted">
              <Time at={at} format="day" /> · {failure === null ? '' : `code ${failure} after `}
              {formatCounted(tries, 'try', 'tries')}
            </span>
          </span>
          <Button size="small" disabled={isPending} onClick={() => mutate({ params: { id } })}>
            Send Again<span className="sr-only">: {billNumber ?? paymentId}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
