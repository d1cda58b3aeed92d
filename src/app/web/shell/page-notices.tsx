import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useHead } from '#domains/ledger/web/index.ts';
import { healthQuery } from '#domains/observability/web/index.ts';
import { Spinner } from '#platform/web/ui/spinner.tsx';

/** A blink of the connection is nothing to tell. */
const patience = 2500;

/** What every page says first: that the connection is lost, and that this is a demonstration. */
export function PageNotices() {
  const demo = useDemo();
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
      {demo ? (
        <p className="border-b border-line bg-sunken px-4 py-1 text-center text-12 text-muted">
          Demo: fictional goods, real ledger.
        </p>
      ) : null}
    </section>
  );
}

const demoKey = 'demo-world';

/** Whether this is a demonstration, as the server says; until it does, as it said last time, so that the page does not jump. */
function useDemo(): boolean {
  const { data } = useQuery(healthQuery);
  const [before] = useState(() => readDemo());
  const said = data?.demo;
  useEffect(() => {
    if (said !== undefined) keepDemo(said);
  }, [said]);
  return said ?? before;
}

function readDemo(): boolean {
  try {
    return localStorage.getItem(demoKey) === 'yes';
  } catch {
    return false;
  }
}

function keepDemo(demo: boolean): void {
  try {
    localStorage.setItem(demoKey, demo ? 'yes' : 'no');
  } catch {
    // Without storage the page moves once.
  }
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

/** That the browser is offline can be believed, and is known at once; that it is online proves little. */
function followOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
