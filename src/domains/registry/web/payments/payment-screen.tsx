import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { payerKeyOf } from '#domains/payments/web/index.ts';
import { canRunRegistry } from '#domains/registry/contract/capabilities.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { paymentQuery } from '../queries.ts';
import { CloseTransfer, ConfirmTransfer, TakeBack } from './decide-payment.tsx';
import { LaterEntries } from './later-entries.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { paymentTones, paymentWords } from './payment-words.ts';
import { ReceiptButton } from './pdf-button.tsx';
import { RefundForm } from './refund-form.tsx';
import { TestConfirmation } from './test-confirmation.tsx';

/** How often a pending payment is refetched, because its money may arrive at any moment. */
const REFETCH_MILLISECONDS = 5000;

/** One payment: its outcome, the remaining step, and later refunds and disputes. Payers return here from other pages. */
export function PaymentScreen({ paymentId }: { paymentId: string }) {
  const { user } = useSession();
  const { data, error, refetch } = useQuery({
    ...paymentQuery(paymentId),
    refetchInterval: ({ state }) => (state.data?.payment.status === 'pending' ? REFETCH_MILLISECONDS : false),
  });
  const header = <PageHeader title="Payment" subtitle="Its outcome. The page shows nothing about the payer." />;
  if (error && !data)
    return (
      <div className="page-width">
        {header}
        <ErrorState title="Couldn't load the payment" error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (data === undefined)
    return (
      <div className="page-width">
        {header}
        <Skeleton className="h-64 rounded-12" />
      </div>
    );
  const { payment, next, entries } = data;
  const left = entries.reduce((sum, { amount }) => sum + amount, payment.amount);
  const runsRegistry = user !== null && holds(user, canRunRegistry);
  const kind = kindOf(payment.subjects[0]?.subject ?? '');
  const isOfProperty = kind === 'property';
  const isOpen = isOfProperty && runsRegistry && payment.status === 'pending' && payment.paymentMethod === 'bank';
  const isRefundable = isOfProperty && runsRegistry && payment.status === 'completed' && payment.amount > 0 && left > 0;
  return (
    <div className="page-width">
      <title>Payment · Cairn</title>
      {header}
      <div className="grid items-start gap-5 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-5">
          <PaymentOutcome answer={next?.kind === 'confirm' ? { ...data, next: null } : data} linked={false} />
          {next?.kind === 'confirm' ? (
            <TestConfirmation paymentId={payment.id} amount={payment.amountFormatted} />
          ) : null}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card
            title={payment.amountFormatted}
            description={paymentMethodNames[payment.paymentMethod]}
            action={<Badge tone={paymentTones[payment.status]}>{paymentWords[payment.status]}</Badge>}
          >
            <KeyValueList
              items={[
                { label: 'Payment', value: <code className="text-12">{payment.id}</code> },
                {
                  label: payment.subjects.length === 1 ? subjectNames[kind] : 'Properties',
                  value: payment.subjects.map(({ subject, formatted }) => (
                    <span key={subject} className="block">
                      <Subject kind={kind} id={subject} />
                      {payment.subjects.length > 1 && formatted !== null ? ` ${formatted}` : ''}
                    </span>
                  )),
                },
                ...(payment.paidOn === undefined
                  ? [{ label: 'Date', value: <Time at={payment.timestamp} /> }]
                  : [
                      { label: 'Date of payment', value: payment.paidOn },
                      { label: 'Recorded', value: <Time at={payment.timestamp} /> },
                    ]),
                { label: 'Block', value: <BlockLink index={payment.block.index} /> },
                ...payment.allocation.map(({ part, formatted, taxYear }) => ({
                  label:
                    part === 'principal' && !isOfProperty
                      ? 'Amount'
                      : taxYear === undefined
                        ? partNames[part]
                        : `${partNames[part]}, bill of ${taxYear}`,
                  value: formatted,
                })),
              ]}
            />
            {isOfProperty &&
            payment.status === 'completed' &&
            payment.amount > 0 &&
            (user !== null || payerKeyOf(payment.id) !== undefined) ? (
              <div className="mt-4">
                <ReceiptButton paymentId={payment.id} />
              </div>
            ) : null}
            <LaterEntries entries={entries} />
          </Card>
          {isOpen ? (
            <>
              <ConfirmTransfer paymentId={payment.id} cents={payment.amount} />
              <CloseTransfer paymentId={payment.id} />
            </>
          ) : null}
          {isRefundable ? <RefundForm paymentId={payment.id} leftCents={left} method={payment.paymentMethod} /> : null}
          {isRefundable && payment.paymentMethod !== 'fiat' ? (
            <TakeBack
              paymentId={payment.id}
              leftCents={left}
              subjects={payment.subjects.map(({ subject }) => subject)}
            />
          ) : null}
        </div>
      </div>
    </div>
  );
}

type SubjectKind = 'property' | 'invoice' | 'cash';
const subjectNames = { property: 'Property', invoice: 'Invoice', cash: 'Cash of' } as const;

/** Returns what a payment is for: a property, an invoice of a subscription, or an address of the share market. */
function kindOf(subject: string): SubjectKind {
  if (subject.startsWith('inv_')) return 'invoice';
  return subject.startsWith('0x') ? 'cash' : 'property';
}

function Subject({ kind, id }: { kind: SubjectKind; id: string }) {
  const link = 'rounded-6 font-medium text-accent-ink hover:underline';
  if (kind === 'property')
    return (
      <Link to="/detroit/properties/$propertyId" params={{ propertyId: id }} className={link}>
        {id}
      </Link>
    );
  if (kind === 'cash') return <code className="text-12 wrap-anywhere">{id}</code>;
  return (
    <Link to="/subscription" search={{ tab: 'history', invoice: id }} className={link}>
      Open the invoice
    </Link>
  );
}

const partNames = {
  fee: 'Fees',
  interest: 'Interest',
  principal: 'Tax',
  credit: 'Credit',
  method_fee: 'Fee of the method',
} as const;
