import { useEffect } from 'react';
import { Guard, useSession } from '#domains/participants/web/index.ts';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { setOutboxInUse } from '../outbox/outbox-in-use.ts';
import { EventImport } from './event-import.tsx';

const roles = ['manufacturer', 'shipper', 'retailer'] as const;

/** Many events from one file, beside the page it was opened from. */
export default function ImportSheet({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  useEffect(() => setOutboxInUse(true), []);
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Import events">
      <Guard {...(user?.administrator ? {} : { roles })}>{(account) => <EventImport user={account} />}</Guard>
    </Sheet>
  );
}
