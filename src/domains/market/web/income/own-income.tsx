import { useQuery, useQueryClient } from '@tanstack/react-query';
import { claimIncome } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { centsOf, formatDollars } from '#platform/web/dollars.ts';
import { isUnanswered, unansweredWords } from '#platform/web/form/unanswered.ts';
import { useSentOnce } from '#platform/web/form/use-sent-once.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Answer } from '#platform/web/ui/feedback/answer.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { incomeColumns } from './income-columns.tsx';
import { ownIncomeQuery } from './queries.ts';

/** The account's parts of the income of properties whose shares it held, with the amount left to claim. */
export function OwnIncome() {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(ownIncomeQuery);
  const { mutate, isPending, data: answer, error: failure, submittedAt } = useSentOnce(claimIncome, null);
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load your income"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const claim = () => mutate({}, { onSettled: () => void queryClient.invalidateQueries({ queryKey: ['market'] }) });
  return (
    <div className="flex flex-col gap-3">
      {answer !== undefined && answer.claimed.length > 0 ? (
        <Answer of={submittedAt}>
          <Banner>
            {formatCents(answer.claimed.reduce((sum, { amount }) => sum + centsOf(amount), 0))} of{' '}
            {formatCounted(answer.claimed.length, 'distribution')} is in your cash now.
          </Banner>
        </Answer>
      ) : null}
      {failure ? (
        <Banner kind="failure">
          {isUnanswered(failure)
            ? unansweredWords(failure, 'It may have been claimed. The list below and your cash show it.')
            : `Nothing more was claimed. ${failure.message}`}
        </Banner>
      ) : null}
      <DataTable
        name="Income"
        columns={incomeColumns}
        rows={data?.income}
        rowKey={({ incomeId }) => incomeId}
        skeletonRows={2}
        toolbar={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h2 className="text-14 font-semibold text-ink">Income</h2>
            {data !== undefined && data.toClaim > 0 ? (
              <Button variant="primary" size="small" busy={isPending && 'Claiming…'} onClick={claim}>
                {`Claim ${formatDollars(data.toClaim)}`}
              </Button>
            ) : null}
          </div>
        }
        empty={
          <EmptyState
            title="No income yet"
            description="When an issuer distributes rent or other income of a property, every holder of its shares at the record date can claim a part here."
          />
        }
      />
    </div>
  );
}
