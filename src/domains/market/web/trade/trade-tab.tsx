import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import type { MarketSearch } from '../market-search.ts';
import { sharesQuery, totalsQuery } from '../queries.ts';
import { BookFacts } from './book-facts.tsx';
import { bookQuery, searchShares } from './queries.ts';
import { TradeView } from './trade-view.tsx';

type Props = { user: User; search: MarketSearch; onChange: (next: Partial<MarketSearch>) => void };

/** Trades the shares of a property: the chosen one, else the last traded one, else the last issued one. */
export function TradeTab({ user, search, onChange }: Props) {
  const { property } = search;
  const newest = useQuery({ ...sharesQuery({ page: 1 }), enabled: property === undefined });
  const totals = useQuery({ ...totalsQuery, enabled: property === undefined });
  const isKnown = newest.data !== undefined && !totals.isPending;
  const first = isKnown ? (totals.data?.prices[0] ?? newest.data.properties[0])?.propertyId : undefined;
  // From then on the property is in the URL, and a new issue does not change it while the user reads.
  useEffect(() => {
    if (property === undefined && first !== undefined) onChange({ property: first });
  });
  if (property !== undefined) return <Chosen propertyId={property} {...{ user, search, onChange }} />;
  if (newest.error && !newest.data)
    return (
      <ErrorState
        title="Couldn't load the properties"
        error={newest.error}
        retrying={newest.isFetching}
        onRetry={() => void newest.refetch()}
      />
    );
  if (newest.data?.properties.length === 0)
    return (
      <EmptyState
        title="No shares to trade yet"
        description="Shares can be traded once an owner or the city has issued them."
      />
    );
  return <Loading />;
}

/** Keeps the combobox, and with it the focus, when another property is chosen. */
function Chosen({ propertyId, user, search, onChange }: Props & { propertyId: string }) {
  const { data: book, error, isFetching, refetch } = useQuery(bookQuery(propertyId));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Field label="Property" labelHidden className="w-full sm:w-72">
          {(control) => (
            <Combobox
              {...control}
              placeholder="Address or property ID"
              value={{ value: propertyId, label: book?.address ?? propertyId, detail: propertyId }}
              // The property can be replaced but not cleared.
              onChange={(option) => option && onChange({ property: option.value })}
              search={searchShares}
              nothingFound="No property with shares matches"
            />
          )}
        </Field>
        {book === undefined ? null : <BookFacts book={book} />}
      </div>
      {book !== undefined ? (
        <TradeView key={propertyId} book={book} {...{ user, search, onChange }} />
      ) : isUnknown ? (
        <EmptyState
          title={`No shares of ${propertyId}`}
          description="Choose a property whose shares were issued."
          action={
            <Button onClick={() => onChange({ tab: undefined, property: undefined })}>Show the Properties</Button>
          }
        />
      ) : error ? (
        <ErrorState
          title="Couldn't load the order book"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </div>
  );
}

/** The skeleton of the ticket, the book and the chart. */
const Loading = () => (
  <div aria-busy="true" className="grid gap-4 md:grid-cols-2 lg:grid-cols-[17rem_minmax(0,1fr)_20rem]">
    <Skeleton className="h-140 rounded-12 max-md:hidden" />
    <Skeleton className="h-140 rounded-12 max-lg:hidden" />
    <Skeleton className="h-140 rounded-12" />
  </div>
);
