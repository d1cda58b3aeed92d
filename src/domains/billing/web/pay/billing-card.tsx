import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endBillingCard, setBillingCard } from '#domains/billing/contract.ts';
import { StoredCards, storedCardsQuery } from '#domains/registry/web/index.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';
import { billingCardQuery } from './queries.ts';

const NONE = 'none';

/** The stored card that pays invoices automatically, and the cards to choose from. */
export function BillingCard() {
  const queryClient = useQueryClient();
  const chosen = useQuery(billingCardQuery);
  const stored = useQuery(storedCardsQuery);
  const onSuccess = () => void refreshBilling(queryClient);
  const set = useCallMutation(setBillingCard, { onSuccess });
  const end = useCallMutation(endBillingCard, { onSuccess });
  const failed = [chosen, stored].find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error)
    return (
      <ErrorState
        title="Couldn't load your cards"
        error={failed.error}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  if (chosen.data === undefined || stored.data === undefined) return <SkeletonText lines={4} />;
  const { cards } = stored.data;
  const error = set.error ?? end.error;
  const choose = (value: string) => (value === NONE ? end.mutate({}) : set.mutate({ body: { cardId: value } }));
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @3xl:grid-cols-2">
        <Card title="Automatic payment">
          {error === null ? null : <Banner kind="failure">{error.message}</Banner>}
          <Field
            label="Card for invoices"
            hint="Charged when an invoice is issued, and again with each reminder while it is not paid."
          >
            {(control) => (
              <Select
                {...control}
                disabled={set.isPending || end.isPending}
                options={[
                  { value: NONE, label: 'None: I pay each invoice myself' },
                  ...cards.filter(({ state }) => state === 'ready').map(({ id, label }) => ({ value: id, label })),
                ]}
                value={chosen.data.card?.id ?? NONE}
                onChange={(event) => choose(event.target.value)}
              />
            )}
          </Field>
        </Card>
        <StoredCards
          cards={cards}
          page="subscription"
          endsWith={(cardId) => (chosen.data.card?.id === cardId ? ['Invoices of your subscription'] : [])}
        />
      </div>
    </div>
  );
}
