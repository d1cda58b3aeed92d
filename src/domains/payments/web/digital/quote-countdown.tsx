import { useEffect, useState } from 'react';
import { type CallStep, type DigitalProgress, renewQuote } from '#domains/payments/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

type Quote = NonNullable<CallStep['quote']>;
type Props = { quote: Quote; reference: string; onRenewed: (progress: DigitalProgress) => void };

/** The price of the ETH and how long it is valid. After that, a button requests a new one. */
export function QuoteCountdown({ quote, reference, onRenewed }: Props) {
  const left = useSecondsLeft(Date.parse(quote.until));
  const { mutate, isPending } = useCallMutation(renewQuote, {
    onSuccess: onRenewed,
    onError: ({ message }) => showToast({ tone: 'failure', title: 'No New Price', description: message }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
      <span>
        {quote.isSample ? 'Sample price: ' : ''}
        {quote.rate}.{' '}
        {left > 0 ? (
          <span className="tabular">
            Valid for {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}.
          </span>
        ) : (
          'The price has expired. Renew it before you pay.'
        )}
      </span>
      {left > 60 ? null : (
        <Button
          size="small"
          busy={isPending ? 'Renewing…' : false}
          onClick={() => mutate({ params: { reference }, body: {} })}
        >
          Renew the price
        </Button>
      )}
    </div>
  );
}

/** Returns the seconds until an instant, counted down each second. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
