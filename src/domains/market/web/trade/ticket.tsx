import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type TradeRequest, WHAT_A_SHARE_IS } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { showFailure } from '#platform/web/form/contract-form.ts';
import { formatCount, nounFor } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Book } from './order-book.tsx';
import { ordersQuery, portfolioQuery } from './queries.ts';
import { Receipt } from './receipt.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { remainderChoices, requestOf, TicketValues, type TypedTicket } from './ticket-values.ts';
import { UnansweredOrder, UnplacedOrder } from './unanswered-order.tsx';
import { useObstacle } from './use-obstacle.ts';
import { isDecided, type usePlaceOrder } from './use-place-order.ts';

export type TicketForm = UseFormReturn<TypedTicket, unknown, TicketValues>;

type Props = {
  book: Book;
  type: TradeRequest['type'];
  onType: (type: TradeRequest['type']) => void;
  form: TicketForm;
  order: ReturnType<typeof usePlaceOrder>;
  /** The field that takes the focus now. */
  focused: keyof TypedTicket | undefined;
  onFocus: (field: keyof TypedTicket | undefined) => void;
};

/** The fields for refusals of the market that name no field. */
const fieldOf: Readonly<Record<string, 'shareAmount' | 'pricePerShare'>> = {
  'market.not_enough_cash': 'shareAmount',
  'market.not_enough_shares': 'shareAmount',
  'market.cannot_fill_all': 'shareAmount',
  'market.would_trade': 'pricePerShare',
};

const failed = 'Failed to execute trade';

/** Buys or sells shares, with a preview of what the order does. A receipt replaces it, so that a second press orders nothing. */
export function Ticket(props: Props) {
  const { order, type, onType, onFocus } = props;
  const { placed, unanswered } = order;
  const isWritten = placed === undefined && unanswered === null;
  return (
    <Card
      title="Order ticket"
      action={
        isWritten ? (
          <span className="-my-2">
            <SegmentedControl
              label="Buy or sell"
              value={type}
              onValueChange={onType}
              options={[
                { value: 'buy', label: 'Buy' },
                { value: 'sell', label: 'Sell' },
              ]}
            />
          </span>
        ) : null
      }
    >
      {placed !== undefined ? (
        <Receipt
          placed={placed}
          onReopen={() => {
            order.reopen();
            onFocus('shareAmount');
          }}
        />
      ) : unanswered !== null ? (
        <UnansweredOrder
          order={unanswered}
          onFound={(found) => order.settle(unanswered, found)}
          onDiscard={() => {
            order.discard();
            onFocus('shareAmount');
          }}
        />
      ) : (
        <div className="flex flex-col gap-3">
          {order.unplaced === undefined ? null : <UnplacedOrder order={order.unplaced} />}
          <Fields {...props} />
        </div>
      )}
    </Card>
  );
}

function Fields({ book, type, form, order, focused, onFocus }: Props) {
  const { errors } = form.formState;
  const [isOpen, setOpen] = useState(false);
  const obstacle = useObstacle(type, book);
  const reason = useId();
  const { data: open } = useQuery(ordersQuery(book.propertyId, 'open'));
  const { data: portfolio } = useQuery(portfolioQuery);
  const typed = TicketValues.safeParse(form.watch());
  const values = typed.success ? typed.data : undefined;
  const remainder = remainderChoices.find(({ value }) => value === form.watch('remainder'));
  const isMore = isOpen || remainder?.value !== 'rest' || errors.remainder !== undefined;
  const dismiss = useRef<() => void>(undefined);
  const submit = form.handleSubmit(async (filled) => {
    if (obstacle !== undefined) return;
    // It is about the order before.
    dismiss.current?.();
    try {
      await order.place(requestOf(type, book.propertyId, filled));
    } catch (error) {
      if (!isDecided(error)) return;
      const name = error instanceof ApiError && error.errors.length === 0 ? fieldOf[error.code] : undefined;
      if (error instanceof Error && name) form.setError(name, { message: error.message }, { shouldFocus: true });
      else showFailure(form, error, failed);
      dismiss.current = explain(error);
    }
  });
  // A refusal is about the order that was sent, not about one that is typed now.
  useEffect(() => form.watch(() => form.clearErrors('root')).unsubscribe, [form]);
  useEffect(() => {
    if (focused === undefined) return;
    form.setFocus(focused);
    onFocus(undefined);
  }, [form, focused, onFocus]);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <div className="grid grid-cols-[1fr_1.4fr_1fr] items-start gap-3">
        <Field
          label="Shares"
          error={errors.shareAmount?.message}
          hint={
            book.minimumPurchase > 1 && type === 'buy' ? `At least ${formatCount(book.minimumPurchase)}` : undefined
          }
        >
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('shareAmount')} />}
        </Field>
        <Field label="Price, dollars" error={errors.pricePerShare?.message}>
          {(control) => <TextField {...control} inputMode="decimal" {...form.register('pricePerShare')} />}
        </Field>
        <Field label="Days" error={errors.expirationDays?.message}>
          {(control) => <TextField {...control} inputMode="numeric" {...form.register('expirationDays')} />}
        </Field>
      </div>
      {isMore ? (
        <Field label="Time in force" error={errors.remainder?.message} hint={remainder?.hint}>
          {(control) => <Select {...control} options={remainderChoices} {...form.register('remainder')} />}
        </Field>
      ) : (
        <p className="flex items-center justify-between gap-3 text-13 text-muted">
          {remainder?.label}
          <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
            Order Options
          </Button>
        </p>
      )}
      <TicketPreview {...{ type, values, book, portfolio }} orders={open?.orders ?? []} />
      {book.taxOwed > 0 ? (
        <Banner kind="warning">
          <span className="text-13">
            Property tax owed: {formatCents(book.taxOwed)}
            {book.taxOverdue > 0 ? `, of which ${formatCents(book.taxOverdue)} is overdue` : ''}.
            {book.salesHalted ? ' The issuer cannot sell shares until it is paid.' : ''}
          </span>
        </Banner>
      ) : null}
      {obstacle === undefined ? null : (
        <Banner kind="warning">
          <span id={reason} className="text-13">
            {obstacle}
          </span>
        </Banner>
      )}
      {errors.root?.message ? (
        <Banner kind="failure">
          <strong>Trading Failed.</strong> {errors.root.message}
        </Banner>
      ) : null}
      <Button
        variant="primary"
        type="submit"
        disabled={obstacle !== undefined}
        aria-describedby={obstacle === undefined ? undefined : reason}
        busy={order.isPlacing && (type === 'buy' ? 'Buying…' : 'Selling…')}
      >
        {type === 'buy' ? 'Buy' : 'Sell'}
        {values === undefined ? '' : ` ${formatCount(values.shareAmount)} ${nounFor(values.shareAmount, 'Share')}`}
      </Button>
      <p className="text-12 text-pretty text-muted">{WHAT_A_SHARE_IS}</p>
    </form>
  );
}

/** Returns a function that takes the toast back. */
function explain(error: unknown): () => void {
  const description = (error instanceof Error && error.message) || failed;
  return showToast({ tone: 'failure', title: 'Trading Failed', description });
}
