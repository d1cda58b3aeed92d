import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHead } from '#domains/ledger/web/index.ts';
import { healthQuery } from '#domains/observability/web/index.ts';
import { Spinner } from '#platform/web/ui/spinner.tsx';

/** A blink of the connection is nothing to tell. */
const patience = 2500;

/** What every page says first: that the connection is lost, and that this is a demonstration. */
export function PageNotices() {
  const { data } = useQuery(healthQuery);
  const lost = useLostConnection();
  return (
    <section aria-label="Notices">
      <div role="status">
        {lost ? (
          <p
            data-tone="amber"
            className="flex items-center justify-center gap-2.5 border-b border-tone-line bg-tone-soft px-4 py-2 text-13 text-tone-ink"
          >
            <WifiOff aria-hidden="true" size={14} /> Connection lost, retrying. What you see may be out of date.{' '}
            <Spinner size={13} />
          </p>
        ) : null}
      </div>
      {data?.demo ? (
        <p className="border-b border-line bg-sunken px-4 py-1 text-center text-12 text-muted">
          Demo: fictional goods, real ledger.
        </p>
      ) : null}
    </section>
  );
}

function useLostConnection(): boolean {
  const { state } = useHead();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (state === 'live') {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), patience);
    return () => clearTimeout(timer);
  }, [state]);
  return lost;
}
