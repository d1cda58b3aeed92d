import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AppealState, appealStates, type listAppeals } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { appealsQuery } from '../queries.ts';
import { AppealList } from '../relief/appeal-list.tsx';
import { DecideForm } from './decide-form.tsx';

type Listed = ResponseIn<typeof listAppeals>['appeals'][number];
type Props = {
  state: AppealState;
  page: number;
  onChange: (next: { state?: AppealState | undefined; page?: number | undefined }) => void;
};

const labels: Readonly<Record<AppealState, string>> = {
  open: 'Open',
  withdrawn: 'Withdrawn',
  denied: 'Denied',
  granted: 'Granted',
};

/** Appeals by state, each with its statement and the assessment it is against. Open ones are decided here. */
export function Appeals({ state, page, onChange }: Props) {
  const { data, error, refetch } = useQuery(appealsQuery({ state, page, limit: 20 }));
  const [decided, setDecided] = useState<Listed>();
  return (
    <div className="flex flex-col gap-5">
      <div>
        <SegmentedControl
          label="State of the appeals"
          value={state}
          onValueChange={(next) => onChange({ state: next, page: undefined })}
          options={appealStates.map((value) => ({ value, label: labels[value] }))}
        />
      </div>
      {error && !data ? (
        <ErrorState title="Couldn't load the appeals" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-80 rounded-12" />
      ) : data.appeals.length === 0 ? (
        <EmptyState
          title={state === 'open' ? 'No appeals are waiting for a decision' : `No appeal was ${state}`}
          description="Owners appeal assessments in the resident portal."
        />
      ) : (
        data.appeals.map((appeal) => (
          <Card
            key={appeal.appealId}
            title={appeal.address}
            description={
              <span className="flex flex-wrap gap-x-2">
                <Link
                  to="/detroit/properties/$propertyId"
                  params={{ propertyId: appeal.propertyId }}
                  className="rounded-6 hover:underline"
                >
                  <code className="text-12">{appeal.propertyId}</code>
                </Link>
                <span className="tabular">assessed at {formatCents(appeal.assessedCents)}</span>
              </span>
            }
            action={
              appeal.state === 'open' ? (
                <Button size="small" onClick={() => setDecided(appeal)}>
                  Decide<span className="sr-only"> the appeal for {appeal.address}</span>
                </Button>
              ) : null
            }
          >
            <AppealList appeals={[appeal]} />
            {appeal.documents.length > 0 ? (
              <ul className="mt-2 text-12 wrap-anywhere text-muted">
                {appeal.documents.map((sha256) => (
                  <li key={sha256}>
                    Document <code>{sha256}</code>
                  </li>
                ))}
              </ul>
            ) : null}
          </Card>
        ))
      )}
      <Pagination
        label="Appeals"
        page={page}
        totalPages={data?.pagination.totalPages ?? 1}
        onPageChange={(next) => onChange({ page: next })}
      />
      <Sheet
        open={decided !== undefined}
        onOpenChange={(open) => open || setDecided(undefined)}
        title={decided === undefined ? '' : `Decide: ${decided.address}`}
      >
        {decided ? <DecideForm appeal={decided} onDone={() => setDecided(undefined)} /> : null}
      </Sheet>
    </div>
  );
}
