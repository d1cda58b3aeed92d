import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { detailsMissing } from '#domains/billing/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { formatDollars } from '#platform/web/dollars.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { type Change, previewQuery, subscriptionQuery } from '../queries.ts';
import { ChargeLines } from './charge-lines.tsx';
import { describeTerms } from './describe-terms.ts';
import { hasTerms } from './has-terms.ts';
import { useChange } from './use-change.ts';

type Props = { change: Change; title: string; onDone: () => void; onCancel: () => void };

/** Shows the cost of a change now and later, computed like the invoices, and makes the change once it is confirmed, for the amount shown. If another is due by then, shows that. */
export function ChangeDialog({ change, title, onDone, onCancel }: Props) {
  const { data, error, isFetching, refetch } = useQuery(previewQuery(change));
  const { data: current } = useQuery(subscriptionQuery);
  const { mutate, isPending } = useChange({ title: 'Subscription Updated', onDone });
  // Also if the change was made but its answer was lost: its price would now read as nothing.
  const isMade = !isPending && current?.subscription ? hasTerms(current.subscription, change) : false;
  const needsDetails = error instanceof ApiError && error.code === detailsMissing.code;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isPending || onCancel()}
      title={title}
      footer={
        <>
          <Button onClick={onCancel} disabled={isPending}>
            {isMade ? 'Close' : 'Cancel'}
          </Button>
          {isMade ? null : needsDetails ? (
            <Link
              to="/subscription"
              search={{ tab: 'current' }}
              hash="billing-details"
              onClick={onCancel}
              className={buttonClass('primary')}
            >
              Add Billing Details
            </Link>
          ) : (
            <Button
              variant="primary"
              disabled={data === undefined}
              busy={isPending && 'Updating…'}
              onClick={() => mutate({ body: { ...change, amount: data?.now?.due ?? 0 } })}
            >
              {data?.now && data.now.due > 0 ? `Confirm, ${formatDollars(data.now.due)} Due Now` : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      {isMade ? (
        <Banner>Your subscription has these terms already. Your billing history shows what is due.</Banner>
      ) : needsDetails ? (
        <Banner kind="warning">
          An invoice needs your name and address. Add your billing details first, then make this change.
        </Banner>
      ) : error && !data ? (
        <ErrorState
          title="Couldn't compute the change"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <SkeletonText lines={6} />
      ) : (
        <div className="flex flex-col gap-5">
          <section aria-label="Due now">
            <h3 className="mb-1 font-semibold">Now</h3>
            {data.now === null ? (
              <p className="text-13 text-muted">
                {current?.subscription?.status === 'trial'
                  ? 'It applies immediately. The trial stays free.'
                  : 'Nothing is due.'}
              </p>
            ) : (
              <ChargeLines label="Due now, by line" charge={data.now} />
            )}
          </section>
          {data.atPeriodEnd === null ? null : (
            <section aria-label="At the end of the period">
              <h3 className="mb-1 font-semibold">At the end of the period</h3>
              <p className="text-13">{describeTerms(data.atPeriodEnd)}</p>
            </section>
          )}
          <section aria-label="Next invoice">
            <h3 className="mb-1 font-semibold">
              {data.next === null ? (
                'Next invoice'
              ) : (
                <>
                  Next invoice, <Time at={data.next.at} format="utc day" />
                </>
              )}
            </h3>
            {data.next === null ? (
              <p className="text-13 text-muted">
                {data.endsAt === null ? (
                  'None.'
                ) : (
                  <>
                    None: it ends on <Time at={data.endsAt} format="utc day" />.
                  </>
                )}
              </p>
            ) : (
              <ChargeLines label="Next invoice, by line" charge={data.next} />
            )}
          </section>
        </div>
      )}
    </Dialog>
  );
}
