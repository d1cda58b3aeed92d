import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { DigitalProgress } from '#domains/payments/contract.ts';
import { useConnection } from '#platform/web/connection.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { digitalPaymentQuery } from '../queries.ts';
import { CallDetails } from './call-details.tsx';
import { NameTransaction } from './name-transaction.tsx';
import { PayWithWallet } from './pay-with-wallet.tsx';
import { PaymentProgress } from './payment-progress.tsx';
import { QuoteCountdown } from './quote-countdown.tsx';
import { SampleFunds } from './sample-funds.tsx';

type Props = {
  reference: string;
  /** Called whenever the state of the payment changes. */
  onChange?: () => void;
  /** Shown once it is paid, such as its receipt. */
  paid?: (payment: DigitalProgress['payment']) => ReactNode;
};

/** A payment in USDC or ETH from the call that pays to its last confirmation. */
export function DigitalPayment({ reference, onChange, paid }: Props) {
  const queryClient = useQueryClient();
  const query = digitalPaymentQuery(reference);
  const { data, error, refetch } = useQuery(query);
  const status = data?.payment.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the state is reported
  useEffect(() => {
    if (status !== undefined && status !== 'pending') onChange?.();
  }, [status]);
  if (error && !data)
    return <ErrorState title="Couldn't load the payment" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 rounded-12" />;
  return (
    <section aria-label="Your payment" className="flex flex-col gap-4">
      <PaymentProgress progress={data} />
      <NextCall
        progress={data}
        onProgress={(progress) => queryClient.setQueryData(query.queryKey, progress)}
        onSent={() => void refetch()}
      />
      {status === 'completed' ? paid?.(data.payment) : null}
    </section>
  );
}

type NextProps = { progress: DigitalProgress; onProgress: (progress: DigitalProgress) => void; onSent: () => void };

/** The payer's next step. Empty once a node has seen the transaction, even before its block, so that it is not sent twice. */
function NextCall({ progress: { next, receipts, code }, onProgress, onSent }: NextProps) {
  const connection = useConnection();
  if (next === null || receipts.length > 0 || code === 'PENDING') return null;
  return (
    <>
      <p>
        To send: <span className="tabular wrap-anywhere">{next.amount}</span> on{' '}
        {next.isLocal ? 'the local chain of this server' : next.network}.
      </p>
      {next.isLocal ? (
        <p className="text-13 text-muted">
          This chain runs on this server only. Its USDC and ETH are samples without value.
        </p>
      ) : null}
      {next.quote === null ? null : (
        <QuoteCountdown quote={next.quote} reference={next.reference} onRenewed={onProgress} />
      )}
      {connection !== 'online' ? (
        <Banner kind="warning">
          {connection === 'offline' ? 'You are offline.' : 'The server does not answer.'} Pay once the connection is
          back; this page goes on by itself.
        </Banner>
      ) : null}
      <PayWithWallet step={next} onSent={onSent} disabled={connection !== 'online'} />
      <details className="group">
        <summary className="cursor-pointer text-13 font-medium">Pay with another wallet</summary>
        <div className="pt-3">
          <CallDetails step={next} />
        </div>
      </details>
      {next.isLocal ? (
        <details>
          <summary className="cursor-pointer text-13 font-medium">Get sample funds for another wallet</summary>
          <div className="pt-3">
            <SampleFunds />
          </div>
        </details>
      ) : null}
      <details open={code === 'PAYER_NOT_PROVEN'}>
        <summary className="cursor-pointer text-13 font-medium">Paste a transaction hash</summary>
        <div className="pt-3">
          <NameTransaction step={next} code={code} onProgress={onProgress} />
        </div>
      </details>
    </>
  );
}
