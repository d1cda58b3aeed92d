import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { confirmPayment, type listRegistryPayments } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ownersQuery, pendingTransfersQuery } from '../queries.ts';

type Transfer = ResponseIn<typeof listRegistryPayments>['payments'][number];

/**
 * Announced bank transfers, for a government account to confirm after they arrive. Asks first. A transfer that is no longer
 * pending keeps its row until the page is left, so that no other Confirm button moves under a finger.
 */
export function PendingPayments() {
  const [page, setPage] = useState(1);
  const { data } = useQuery(pendingTransfersQuery(page));
  const totalPages = data?.pagination.totalPages ?? 0;
  return (
    <>
      <PendingPage key={page} page={page} />
      {/* A page that is empty after its transfers were confirmed is left with Previous. */}
      <Pagination
        label="Payments to confirm"
        page={page}
        totalPages={page === 1 ? totalPages : Math.max(totalPages, page)}
        onPageChange={setPage}
      />
    </>
  );
}

function PendingPage({ page }: { page: number }) {
  const { data, error, refetch } = useQuery(pendingTransfersQuery(page));
  const pending = data?.payments;
  const [asked, setAsked] = useState<Transfer>();
  const rows = useKeptRows(pending ?? []);
  if (error && !pending)
    return <ErrorState title="Couldn't load the payments" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || pending === undefined) return <Skeleton className="h-80 rounded-12" />;
  if (rows.length === 0) return null;
  const isPending = ({ id }: Transfer) => pending.some((one) => one.id === id);
  return (
    <Card
      title="Payments to confirm"
      description={`${formatCounted(data.pagination.total, 'transfer')} announced. Confirm each one once it has arrived. If another amount or nothing arrived, open it.`}
    >
      <ul className="divide-y divide-line">
        {rows.map((payment) => (
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
            {isPending(payment) ? (
              <Button size="small" onClick={() => setAsked(payment)}>
                Confirm<span className="sr-only"> {payment.reference}</span>
              </Button>
            ) : (
              <Badge tone="grey">No longer pending</Badge>
            )}
          </li>
        ))}
      </ul>
      {asked ? <AskedTransfer key={asked.id} transfer={asked} onClose={() => setAsked(undefined)} /> : null}
    </Card>
  );
}

/** A dialog that states what is confirmed, and confirms the whole amount. */
function AskedTransfer({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(ownersQuery(transfer.propertyId));
  const { mutate } = useCallMutation(confirmPayment, {
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Payment Confirmed', description: message });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    },
    onError: (error) => showToast({ tone: 'failure', title: 'Payment Failed', description: error.message }),
  });
  const owners = data?.owners.map(({ name, username }) => name ?? username ?? 'Not known').join(', ');
  return (
    <ConfirmDialog
      title="Confirm this transfer?"
      description="Only after it has reached the city's account."
      items={[
        { label: 'Amount', value: transfer.amountFormatted },
        { label: 'Reference', value: <code className="text-12 wrap-anywhere">{transfer.reference}</code> },
        {
          label: transfer.subjects.length > 1 ? 'Properties' : 'Property',
          value: transfer.subjects.map(({ subject }) => subject).join(', '),
        },
        { label: 'Owner', value: owners || 'Not known' },
        { label: 'Announced', value: <Time at={transfer.timestamp} /> },
      ]}
      action="Confirm"
      onConfirm={() => {
        mutate({ params: { paymentId: transfer.id }, body: {} });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** Returns every row that was ever listed, each in its first position, followed by new ones. */
function useKeptRows(listed: readonly Transfer[]): readonly Transfer[] {
  const [rows, setRows] = useState<readonly Transfer[]>([]);
  const added = listed.filter(({ id }) => !rows.some((row) => row.id === id));
  if (added.length === 0) return rows;
  const all = [...rows, ...added];
  setRows(all);
  return all;
}
