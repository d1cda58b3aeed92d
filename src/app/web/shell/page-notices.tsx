import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useHead } from '#domains/ledger/web/index.ts';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { DemoNotice } from './demo-notice.tsx';

/** Shorter interruptions, in milliseconds, are not reported. */
const patience = 2500;

/** Shows at the top of every page that the connection is lost, and that this is a demo. */
export function PageNotices() {
  const offline = useSyncExternalStore(followOnline, () => !navigator.onLine);
  const lost = useLostConnection() || offline;
  return (
    <section aria-label="Notices">
      <div role="status" className="print:hidden">
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
      <DemoNotice />
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

/** An offline report is reliable and immediate; an online report proves little. */
function followOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
