import { type ComponentType, useEffect, useState } from 'react';
import { useOutboxInUse } from './outbox-in-use.ts';

/** Sends the waiting events of this device on every page, and shows a notice while there are any. */
export function Outbox() {
  const Host = useHost(useOutboxInUse());
  return Host === null ? null : <Host />;
}

/** Loads the code of the outbox on demand. Without a connection, the next one loads it. */
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
