import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { feeOf, type PaymentAnswer, PaymentMethod, TestCard } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Dollars } from '#platform/web/dollars.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { isNotSent, isUnanswered } from '#platform/web/form/unanswered.ts';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { paymentMethodsQuery } from '../queries.ts';
import { describeFees } from './describe-fees.ts';
import { BeforePaying, ClosedForm, Refusal } from './pay-answer.tsx';
import {
  type AmountChoice,
  Choices,
  MethodFields,
  type MethodOption,
  PayButton,
  TransactionField,
} from './pay-fields.tsx';
import { UnansweredPayment } from './unanswered-payment.tsx';
import type { PaymentOrder } from './unanswered-payments.ts';
import type { usePayment } from './use-payment.ts';
import { centsOf, dollars, useSuggestion } from './use-suggestion.ts';

/** The values of the form: dollars as people type them. Parses into cents. */
const PayForm = z.object({
  amount: Dollars.refine((cents) => cents > 0, 'Enter at least $0.01'),
  paymentMethod: PaymentMethod,
  card: TestCard,
  /** Only for some methods and orders. */
  txHash: z
    .string()
    .trim()
    .regex(/^(0x[0-9a-fA-F]{64})?$/, 'Enter 0x and 64 hex digits, or nothing')
    .optional(),
});

type Body = { amount: number; paymentMethod: PaymentMethod; card?: TestCard; fee?: number };
type NamedBody = Body & { txHash?: string };

type FormProps = {
  /** The open amount in cents. */
  openCents: number;
  /** The announced part of it that has not arrived, in cents. */
  announcedCents?: number;
  /** Amounts to choose; others can be typed. */
  choices?: readonly AmountChoice[];
  payment: ReturnType<typeof usePayment>;
  /** Which bills it pays, before the order within a bill: 'Pays the oldest bill first'. */
  pays: string;
  /** Shown instead of the form when nothing is owed. */
  settled: string;
  /** An opened payment in USDC or ETH with its next step. */
  opened?: ReactNode;
  /** Receives the typed amount in cents as it changes; undefined while the text is not a payable amount. */
  onAmount?: (cents: number | undefined) => void;
};

/** The function that sends a payment of these values, amounts in cents. Only a payment for one property may name a transaction that paid it. */
type Props = FormProps &
  (
    | { namesTransaction: true; orderOf: (body: NamedBody) => PaymentOrder }
    | { namesTransaction?: never; orderOf: (body: Body) => PaymentOrder }
  );

/**
 * Asks for an amount and a method, and pays. Collapses into the outcome of an accepted payment, which takes the place and the focus of the
 * button, so that a second press pays nothing.
 */
export function PayFormCard({
  openCents,
  announcedCents = 0,
  choices = [],
  payment,
  orderOf,
  namesTransaction,
  pays,
  settled,
  opened,
  onAmount,
}: Props) {
  const { paid, unanswered, unrecorded } = payment;
  const rest = Math.max(openCents - announcedCents, 0);
  const { data, refetch } = useQuery(paymentMethodsQuery);
  const form = useContractForm(PayForm, {
    amount: dollars(rest),
    paymentMethod: 'bank',
    card: 'test_success',
    txHash: '',
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const [reopened, setReopened] = useState<PaymentAnswer>();
  const onAccepted = useSuggestion(form, openCents, rest, unanswered !== undefined);
  const [method, typed, hash] = form.watch(['paymentMethod', 'amount', 'txHash']);
  const option = data?.methods.find((one) => one.method === method);
  const cents = centsOf(typed);
  const payable = cents > 0 && cents <= openCents ? cents : undefined;
  useEffect(() => onAmount?.(payable), [onAmount, payable]);
  const showAnswer = ({ payment: { status }, next }: PaymentAnswer) => {
    if (status !== 'failed') onAccepted();
    if (next?.kind === 'card_page') window.location.assign(next.url);
  };
  const wasSent = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    if (values.amount > openCents)
      return form.setError('amount', { message: `At most ${formatCents(openCents)} is owed` }, { shouldFocus: true });
    try {
      const body = bodyOf(values, option);
      wasSent.current = true;
      showAnswer(await payment.pay(orderOf(body)));
    } catch (error) {
      if (isNotSent(error)) return form.setError('root', { message: error.message });
      // The unanswered payment replaces the form and explains the failure.
      if (isUnanswered(error))
        return showToast({ tone: 'failure', title: 'No Answer', description: 'The payment may have gone through.' });
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
        onFound={(answer) => {
          if (payment.settle(unanswered, answer)) onAccepted();
        }}
        onDiscard={() => payment.discard(unanswered)}
      />
    );
  const isAccepted = paid !== undefined && paid.payment.status !== 'failed';
  if ((isAccepted && paid !== reopened) || openCents === 0)
    return (
      <ClosedForm
        paid={paid}
        opened={opened}
        settled={openCents === 0 ? settled : undefined}
        onReopen={() => setReopened(paid)}
      />
    );
  const declined = isAccepted ? undefined : paid;
  const fields = (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <BeforePaying {...{ unrecorded, announcedCents, rest, ledgerWarning: data?.ledgerWarning }} />
      <Field label="Amount in dollars" error={errors.amount?.message} hint={describeOwed(openCents, announcedCents)}>
        {(control) => (
          <TextField
            {...control}
            inputMode="decimal"
            // A user who reopened the form wants to type.
            autoFocus={reopened !== undefined}
            {...form.register('amount')}
          />
        )}
      </Field>
      <Choices
        choices={announcedCents > 0 && rest > 0 ? [{ label: 'The rest', cents: rest }, ...choices] : choices}
        cents={cents}
        onChoose={(chosen) => form.setValue('amount', dollars(chosen), { shouldValidate: true })}
      />
      <MethodFields form={form} methods={data?.methods ?? []} option={option} />
      {namesTransaction && option?.network ? <TransactionField form={form} network={option.network} /> : null}
      <p className="text-13 text-muted">
        {option?.isTest ? (
          <>
            <Badge tone="amber">TEST</Badge>{' '}
          </>
        ) : null}
        {describeFees(option?.fees, payable)} {pays}: fees, then interest, then tax.
      </p>
      <Refusal declined={declined} message={errors.root?.message} attempt={submitCount} />
      <PayButton option={option} cents={payable} isPaying={isSubmitting} isChecked={Boolean(hash)} />
    </form>
  );
  if (!opened) return fields;
  // Outside of the form, because it has forms of its own.
  return (
    <div className="flex flex-col gap-4">
      <div className="border-b border-line pb-5">{opened}</div>
      {fields}
    </div>
  );
}

/** Returns the body of the request: the fields that the method accepts, and the fee that was shown. */
const bodyOf = (
  { amount, paymentMethod, card, txHash }: z.output<typeof PayForm>,
  option: MethodOption | undefined,
): NamedBody => ({
  amount,
  paymentMethod,
  ...(option?.cards === undefined ? {} : { card }),
  ...(option?.fees === undefined ? {} : { fee: feeOf(option.fees, amount) }),
  ...(txHash ? { txHash } : {}),
});

/** Returns a sentence with the amount owed and, if the form suggests less, the reason. */
function describeOwed(openCents: number, announcedCents: number): string {
  const owed = `${formatCents(openCents)} is owed`;
  if (announcedCents === 0) return owed;
  const rest = formatCents(Math.max(openCents - announcedCents, 0));
  return `${owed}, ${formatCents(announcedCents)} of it announced. ${rest} is left.`;
}
