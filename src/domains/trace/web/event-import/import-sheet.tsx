import { useEffect } from 'react';
import { Guard } from '#domains/participants/web/index.ts';
import { canOpenEvents } from '#domains/trace/contract.ts';
import { RecordingNotices } from '#platform/web/recording-notices.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { setOutboxInUse } from '../outbox/outbox-in-use.ts';
import { EventImport } from './event-import.tsx';

/** The import of events from a file, in a side sheet. */
export default function ImportSheet({ onClose }: { onClose: () => void }) {
  useEffect(() => setOutboxInUse(true), []);
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Import events">
      <RecordingNotices />
      <Guard capability={canOpenEvents}>{(account) => <EventImport user={account} />}</Guard>
    </Sheet>
  );
}
