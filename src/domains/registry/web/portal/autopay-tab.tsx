import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { autopaysQuery, storedCardsQuery } from '../queries.ts';
import { AutopayCard } from './autopay-card.tsx';
import { StoredCards } from './stored-cards.tsx';

/** Pays installments with a stored card when they are due: the cards, and each property with its next charge. */
export function AutopayTab() {
  const [page, setPage] = useState(1);
  const autopays = useQuery(autopaysQuery(page));
  const cards = useQuery(storedCardsQuery);
  const failed = [autopays, cards].find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined)
    return (
      <ErrorState title="Couldn't load automatic payments" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (autopays.data === undefined || cards.data === undefined) return <Skeleton className="h-80 rounded-12" />;
  const ready = cards.data.cards.filter(({ state }) => state === 'ready');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <StoredCards
        cards={cards.data.cards}
        page="portal"
        endsWith={(cardId) =>
          autopays.data.properties.flatMap((one) => (one.state === 'on' && one.cardId === cardId ? [one.address] : []))
        }
      />
      <div className="flex min-w-0 flex-col gap-5">
        {autopays.data.properties.map((autopay) => (
          <AutopayCard key={`${autopay.propertyId} ${autopay.state} ${ready.length}`} autopay={autopay} cards={ready} />
        ))}
        <Pagination
          label="Properties"
          page={page}
          totalPages={autopays.data.pagination.totalPages}
          onPageChange={setPage}
        />
      </div>
    </div>
  );
}
