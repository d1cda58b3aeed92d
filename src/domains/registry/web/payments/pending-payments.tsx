import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { confirmPayment } from '#domains/registry/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { pendingPaymentsQuery, transfersIn } from '../queries.ts';

/** Bank transfers that were announced, for a government account to confirm once they arrived. */
export function PendingPayments() {
  const queryClient = useQueryClient();
  const { data: transfers = [] } = useQuery({ ...pendingPaymentsQuery, select: transfersIn });
  const { mutate, isPending } = useCallMutation(confirmPayment, {
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Payment Confirmed', description: message });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    },
    onError: (error) => showToast({ tone: 'failure', title: 'Payment Failed', description: error.message }),
  });
  if (transfers.length === 0) return null;
  return (
    <Card
      title="Payments to confirm"
      description={`${formatCounted(transfers.length, 'transfer')} announced. Confirm each one once it has arrived, or open it if another amount or nothing did.`}
    >
      <ul className="divide-y divide-line">
        {transfers.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
            <span className="min-w-0">
              <Link
                to="/detroit/pay"
                search={{ payment: payment.id }}
                className="tabular rounded-6 font-medium text-accent-ink hover:underline"
              >
                {payment.amountFormatted}
              </Link>{' '}
              for <code className="text-12">{payment.propertyId}</code>
              <span className="block text-13 text-muted">
                {paymentMethodNames[payment.paymentMethod]} · <code>{payment.reference}</code> ·{' '}
                <Time at={payment.timestamp} format="day" />
              </span>
            </span>
            <Button
              size="small"
              disabled={isPending}
              onClick={() => mutate({ params: { paymentId: payment.id }, body: {} })}
            >
              Confirm<span className="sr-only"> {payment.reference}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
