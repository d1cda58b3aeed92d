import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  removeStoredCard,
  type StoredCard,
  type StoringPage,
  storeCard,
  type TestCard,
} from '#domains/payments/contract.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { paymentMethodsQuery } from '../queries.ts';

type Props = {
  cards: readonly StoredCard[];
  /** The page to return to from the provider. */
  page: StoringPage;
  /** Returns the names of the autopays that use a card and end with it. */
  endsWith?: (cardId: string) => readonly string[];
};

/** The cards that an account stored at the provider. Removing one asks for confirmation, and names what ends with it. */
export function StoredCards({ cards, page, endsWith = () => [] }: Props) {
  const queryClient = useQueryClient();
  const [test, setTest] = useState<TestCard>('test_success');
  const option = useQuery(paymentMethodsQuery).data?.methods.find(({ method }) => method === 'fiat');
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['registry'] });
  const store = useCallMutation(storeCard, {
    onSuccess({ card }) {
      refresh();
      if (card.url !== null) window.location.assign(card.url);
    },
  });
  const remove = useCallMutation(removeStoredCard, { onSuccess: refresh });
  const [asked, setAsked] = useState<StoredCard>();
  const ends = asked === undefined ? [] : endsWith(asked.id);
  const error = store.error ?? remove.error;
  return (
    <Card title="Your cards" description="Stored by the card provider. This server never receives a card number.">
      {error === null ? null : <Banner kind="failure">{error.message}</Banner>}
      <ul className="divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <span className="min-w-0">
              {card.label} {card.state === 'pending' ? <Badge tone="amber">Not entered yet</Badge> : null}
            </span>
            <span className="flex gap-2">
              {card.url === null ? null : (
                <a href={card.url} className={buttonClass('primary', 'small')}>
                  Enter your card
                </a>
              )}
              <Button size="small" disabled={remove.isPending} onClick={() => setAsked(card)}>
                Remove<span className="sr-only"> {card.label}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={`Remove ${asked.label}?`}
          description={ends.length === 0 ? 'Nothing more will be charged to it.' : 'Autopay with this card ends.'}
          items={ends.map((name) => ({ label: name, value: 'Autopay ends' }))}
          action="Remove card"
          onConfirm={() => {
            setAsked(undefined);
            remove.mutate({ params: { cardId: asked.id } });
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {option?.offered === false ? (
        <p className="text-13 text-muted">{option.note}</p>
      ) : (
        <div className="mt-3 flex flex-col gap-4">
          {option?.cards === undefined ? null : (
            <Field
              label="Card to store"
              hint={
                <>
                  <Badge tone="amber">TEST</Badge> Choose how the sample card behaves. No money moves.
                </>
              }
            >
              {(control) => (
                <Select
                  {...control}
                  options={(option.cards ?? []).map(({ card, name }) => ({ value: card, label: name }))}
                  value={test}
                  onChange={(event) => setTest(event.target.value as TestCard)}
                />
              )}
            </Field>
          )}
          <Button
            busy={store.isPending && 'Storing…'}
            onClick={() => store.mutate({ body: option?.cards === undefined ? { page } : { page, card: test } })}
          >
            Store a card
          </Button>
        </div>
      )}
    </Card>
  );
}
