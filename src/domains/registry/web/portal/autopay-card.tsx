import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StoredCard } from '#domains/payments/contract.ts';
import { type Autopay, endAutopay, setAutopay } from '#domains/registry/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { AnnouncedWarning } from '../payments/announced-transfers.tsx';

const days = [0, 1, 3, 7, 14, 30];

/** The automatic payment of one property: its next charge, the outcome of the last one, and the form that changes it. */
export function AutopayCard({ autopay, cards }: { autopay: Autopay; cards: readonly StoredCard[] }) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['registry'] });
  const [cardId, setCardId] = useState(autopay.cardId ?? cards[0]?.id ?? '');
  const [daysBefore, setDaysBefore] = useState(autopay.daysBefore);
  const set = useCallMutation(setAutopay, { onSuccess: refresh });
  const end = useCallMutation(endAutopay, { onSuccess: refresh });
  const error = set.error ?? end.error;
  const isOn = autopay.state === 'on';
  const params = { id: autopay.propertyId };
  return (
    <Card
      title={autopay.address}
      description={autopay.propertyId}
      action={<Badge tone={isOn ? 'green' : 'grey'}>{isOn ? 'Autopay is on' : 'Autopay is off'}</Badge>}
    >
      <div className="flex flex-col gap-4">
        {error === null ? null : <Banner kind="failure">{error.message}</Banner>}
        {autopay.offReason === null ? null : (
          <Banner kind="failure">Autopay was switched off. {autopay.offReason}</Banner>
        )}
        <LastCharge autopay={autopay} />
        {autopay.byHand === null ? null : (
          <p>
            <span className="tabular font-medium">{autopay.byHand.amountFormatted}</span> was paid automatically before
            and is open again. Autopay does not charge it a second time: pay it under Pay Taxes.
          </p>
        )}
        {autopay.next === null ? null : <AnnouncedWarning propertyId={autopay.propertyId} />}
        <NextCharge autopay={autopay} />
        {autopay.state === 'taken' ? (
          <p className="text-muted">Another owner of this property pays it automatically.</p>
        ) : cards.length === 0 ? (
          <p className="text-muted">Store a card to pay this property automatically.</p>
        ) : (
          <div className="flex flex-wrap items-end gap-3">
            <Field label="Card" className="min-w-0 flex-1 basis-52">
              {(control) => (
                <Select
                  {...control}
                  options={cards.map(({ id, label }) => ({ value: id, label }))}
                  value={cardId}
                  onChange={(event) => setCardId(event.target.value)}
                />
              )}
            </Field>
            <Field label="When" className="min-w-0 flex-1 basis-40">
              {(control) => (
                <Select
                  {...control}
                  options={days.map((n) => ({ value: String(n), label: nameOf(n) }))}
                  value={String(daysBefore)}
                  onChange={(event) => setDaysBefore(Number(event.target.value))}
                />
              )}
            </Field>
            <Button
              variant={isOn ? 'secondary' : 'primary'}
              busy={set.isPending && 'Saving…'}
              onClick={() => set.mutate({ params, body: { cardId, daysBefore } })}
            >
              {isOn ? 'Save' : 'Turn on autopay'}
            </Button>
            {isOn ? (
              <Button busy={end.isPending && 'Stopping…'} onClick={() => end.mutate({ params })}>
                Turn off
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </Card>
  );
}

const nameOf = (n: number) =>
  n === 0 ? 'On the due day' : n === 1 ? '1 day before it is due' : `${n} days before it is due`;

function NextCharge({ autopay: { next, state, byHand, last } }: { autopay: Autopay }) {
  const owes = byHand !== null || last?.outcome === 'started';
  if (next === null)
    return (
      <p className="text-muted">{owes ? 'Nothing else is charged.' : 'Nothing is owed, so nothing is charged.'}</p>
    );
  return (
    <p>
      {state === 'on' ? 'Next charge: ' : 'The next charge would be '}
      <span className="tabular font-medium">{next.totalFormatted}</span> on <Time at={next.at} format="day" />
      {next.fee === 0 ? ', without a fee' : `, of which ${next.feeFormatted} is the fee`}.
      <span className="block text-13 text-muted">
        As of now. Everything that is due by then is paid, and never more than is owed.
      </span>
    </p>
  );
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The outcome of the last charge, and the next step if it failed. */
function LastCharge({ autopay: { last } }: { autopay: Autopay }) {
  if (last === null || last.outcome === 'dropped') return null;
  const link =
    last.paymentId === null ? null : (
      <Link to="/detroit/pay" search={{ payment: last.paymentId }} className="font-medium hover:underline">
        Show the payment
      </Link>
    );
  if (last.outcome === 'completed')
    return (
      <p className="text-13 text-muted">
        {last.amountFormatted} was paid on <Time at={last.at} format="day" />. {link}
      </p>
    );
  if (last.outcome === 'returned')
    return (
      <Banner kind="failure">
        The payment of {last.amountFormatted} on <Time at={last.at} format="day" /> came back
        {last.reason === null ? '.' : `: ${endSentence(last.reason)}`} {link}
      </Banner>
    );
  if (last.outcome === 'started')
    return (
      <Banner kind="info">
        The charge of {last.amountFormatted} is waiting for you to complete it. Nothing is paid until then. {link}
      </Banner>
    );
  return (
    <Banner kind="failure">
      The charge of {last.amountFormatted} on <Time at={last.at} format="day" /> failed: {last.reason}{' '}
      {last.retryAt === null ? (
        'It will not be tried again.'
      ) : (
        <>
          It is tried again on <Time at={last.retryAt} format="day" />, three times in all. Choose another card, or pay
          now.
        </>
      )}
    </Banner>
  );
}
