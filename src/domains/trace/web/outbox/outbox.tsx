import { type ComponentType, useEffect, useState } from 'react';
import { useOutboxInUse } from './outbox-in-use.ts';

/** Sends the events that wait on this device, on whichever page, and says that they do; nothing while none wait. */
export function Outbox() {
  const Host = useHost(useOutboxInUse());
  return Host === null ? null : <Host />;
}

/** The code of the outbox, fetched when it is needed. Without a connection the page goes on, and it is fetched with the next. */
function useHost(needed: boolean): ComponentType | null {
  const [host, setHost] = useState<{ component: ComponentType } | null>(null);
  const missing = needed && host === null;
  useEffect(() => {
    if (!missing) return;
    const load = () =>
      import('./outbox-host.tsx').then(
        (module) => setHost({ component: module.default }),
        () => {},
      );
    void load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [missing]);
  return needed && host ? host.component : null;
}
