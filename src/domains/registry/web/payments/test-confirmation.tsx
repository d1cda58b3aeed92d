import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmTestCard } from '#domains/payments/contract.ts';
import { payerKeyOf } from '#domains/payments/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';

/** Simulates a bank's page that asks its customer to confirm a card payment. Labeled TEST: no money moves. */
export function TestConfirmation({ paymentId, amount }: { paymentId: string; amount: string }) {
  const queryClient = useQueryClient();
  const {
    mutate: decide,
    isPending,
    error,
  } = useMutation({
    mutationFn: (decision: 'approve' | 'decline') =>
      call(confirmTestCard, { params: { paymentId }, body: { decision } }, { secret: payerKeyOf(paymentId) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['registry'] }),
  });
  return (
    <Card title="Confirm with your bank" action={<Badge tone="amber">TEST</Badge>}>
      <p className="text-muted">
        A real bank would ask you here to confirm {amount}. This is a sample: no money moves, whatever you choose.
      </p>
      {error ? (
        <div className="mt-3">
          <Banner kind="failure">{error.message}</Banner>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="primary" disabled={isPending} onClick={() => decide('approve')}>
          Approve
        </Button>
        <Button disabled={isPending} onClick={() => decide('decline')}>
          Decline
        </Button>
      </div>
    </Card>
  );
}
