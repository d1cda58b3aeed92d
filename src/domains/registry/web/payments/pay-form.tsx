import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { feeOf, type PaymentAnswer, PaymentMethod, paymentMethodNames, TestCard } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { paymentMethodsQuery } from '../queries.ts';
import { describeFees } from './describe-fees.ts';
import { PaymentOutcome } from './payment-outcome.tsx';
import { UnansweredPayment } from './unanswered-payment.tsx';
import type { PaymentOrder } from './unanswered-payments.ts';
import { NOT_SENT, type usePayment } from './use-payment.ts';

/** Returns what was typed in cents; not a number while it is no amount. */
const centsOf = (typed: string) => Dollars.safeParse(typed).data ?? Number.NaN;
const dollars = (cents: number) => (cents / 100).toFixed(2);

/** What the form holds: dollars as people type them. Parses into cents. */
const PayForm = z.object({
  amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01'),
  paymentMethod: PaymentMethod,
  card: TestCard,
});

/** An amount to choose, such as the next installment. */
export type AmountChoice = { readonly label: string; readonly cents: number };

type Body = { amount: number; paymentMethod: PaymentMethod; card?: TestCard; fee?: number };

type Props = {
  /** What is open, in cents. */
  openCents: number;
  /** Amounts to choose; others can be typed. */
  choices?: readonly AmountChoice[];
  payment: ReturnType<typeof usePayment>;
  /** Returns what is paid with these values, amounts in cents. */
  orderOf: (body: Body) => PaymentOrder;
  /** Shown instead of the form when nothing is owed. */
  settled: string;
  /** Receives the typed amount in cents as it changes; undefined while it is no amount that can be paid. */
  onAmount?: (cents: number | undefined) => void;
};

/** Asks for an amount and a method, and pays. Shows what happened in place, with the block of the payment. */
export function PayFormCard({ openCents, choices = [], payment, orderOf, settled, onAmount }: Props) {
  const { paid, unanswered } = payment;
  const { data, refetch } = useQuery(paymentMethodsQuery);
  const form = useContractForm(PayForm, {
    amount: dollars(openCents),
    paymentMethod: 'bank',
    card: 'test_success',
  });
  const { errors, isSubmitting } = form.formState;
  const onAccepted = useSuggestion(form, openCents, unanswered !== undefined);
  const [method, typed] = form.watch(['paymentMethod', 'amount']);
  const option = data?.methods.find((one) => one.method === method);
  const cents = centsOf(typed);
  const payable = cents > 0 && cents <= openCents ? cents : undefined;
  useEffect(() => onAmount?.(payable), [onAmount, payable]);
  const showAnswer = ({ payment: { status }, next }: PaymentAnswer) => {
    if (status !== 'failed') onAccepted();
    if (next?.kind === 'card_page') window.location.assign(next.url);
  };
  const wasSent = useRef(false);
  const submit = form.handleSubmit(async ({ amount, paymentMethod, card }) => {
    if (amount > openCents) return form.setError('amount', { message: `At most ${formatCents(openCents)} is owed` });
    try {
      const body = {
        amount,
        paymentMethod,
        ...(option?.cards === undefined ? {} : { card }),
        ...(option?.fees === undefined ? {} : { fee: feeOf(option.fees, amount) }),
      };
      wasSent.current = true;
      showAnswer(await payment.pay(orderOf(body)));
    } catch (error) {
      if (error instanceof ApiError && error.code === NOT_SENT)
        return form.setError('root', { message: error.message });
      // The form makes place for the unanswered payment, which says the rest.
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
        return showToast({ tone: 'failure', title: 'No Answer', description: 'The payment may be on its way.' });
      // The fee may have changed since it was shown.
      void refetch();
      showFailure(form, error, 'Failed to process payment. Please try again.');
      showToast({
        tone: 'failure',
        title: 'Payment Failed',
        description: (error instanceof Error && error.message) || 'Failed to process payment. Please try again.',
      });
    }
  });
  if (unanswered !== undefined)
    return (
      <UnansweredPayment
        key={unanswered.key}
        payment={unanswered}
        focused={wasSent.current}
        onRepeat={() => payment.repeat(unanswered).then(showAnswer)}
        onDiscard={() => payment.discard(unanswered)}
      />
    );
  const outcome = paid && paid.next?.kind !== 'call' ? <PaymentOutcome answer={paid} /> : null;
  if (openCents === 0)
    return (
      <div className="flex flex-col gap-4">
        {outcome}
        <p className="text-muted">{settled}</p>
      </div>
    );
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {outcome}
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      <Field label="Amount in dollars" error={errors.amount?.message} hint={`${formatCents(openCents)} is owed`}>
        {(control) => <TextField {...control} inputMode="decimal" {...form.register('amount')} />}
      </Field>
      <Choices
        choices={choices}
        cents={cents}
        onChoose={(chosen) => form.setValue('amount', dollars(chosen), { shouldValidate: true })}
      />
      <Field label="Payment method" error={errors.paymentMethod?.message} hint={option?.note}>
        {(control) => (
          <Select
            {...control}
            options={(data?.methods ?? []).map((one) => ({
              value: one.method,
              label: `${paymentMethodNames[one.method]}${one.offered ? '' : ' (not offered)'}`,
            }))}
            {...form.register('paymentMethod')}
          />
        )}
      </Field>
      {option?.cards === undefined ? null : (
        <Field label="Card" hint="Choose what the sample card does." error={errors.card?.message}>
          {(control) => (
            <Select
              {...control}
              options={(option.cards ?? []).map(({ card, name }) => ({ value: card, label: name }))}
              {...form.register('card')}
            />
          )}
        </Field>
      )}
      <p className="text-13 text-muted">
        {option?.isTest ? (
          <>
            <Badge tone="amber">TEST</Badge>{' '}
          </>
        ) : null}
        {describeFees(option?.fees, payable)} Pays the oldest bill first: fees, then interest, then tax.
      </p>
      <Button variant="primary" type="submit" busy={isSubmitting && 'Paying…'} disabled={option?.offered === false}>
        Pay
      </Button>
    </form>
  );
}

/**
 * Suggests what is owed whenever it changes and after each accepted payment, which the returned function reports. Keeps an amount that
 * somebody is typing, or typed and is still owed, and leaves the form alone while a payment may be on its way.
 */
function useSuggestion(form: Form, openCents: number, isUnanswered: boolean): () => void {
  const [accepted, setAccepted] = useState(0);
  const suggested = useRef(form.getValues('amount'));
  // The field is read here, not while rendering: what was typed in between must stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each accepted payment counts
  useEffect(() => {
    const now = form.getValues('amount');
    const isKept = isTyping('amount') || !(centsOf(now) > openCents);
    if (isUnanswered || (now !== suggested.current && isKept)) return;
    suggested.current = dollars(openCents);
    form.setValue('amount', suggested.current);
  }, [form, isUnanswered, openCents, accepted]);
  return () => {
    suggested.current = form.getValues('amount');
    setAccepted((count) => count + 1);
  };
}

type Form = UseFormReturn<{ amount: string; paymentMethod: string; card: string }, unknown, z.output<typeof PayForm>>;

const isTyping = (name: string) =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.name === name;

type ChoicesProps = { choices: readonly AmountChoice[]; cents: number; onChoose: (cents: number) => void };

const Choices = ({ choices, cents: chosen, onChoose }: ChoicesProps) => (
  <div className="-mt-2 flex flex-wrap gap-2 empty:hidden">
    {choices.map(({ label, cents }) => (
      <Button key={label} size="small" aria-pressed={chosen === cents} onClick={() => onChoose(cents)}>
        {label} {formatCents(cents)}
      </Button>
    ))}
  </div>
);
