import { Guard } from '#domains/participants/web/index.ts';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { OutboxQueue } from './outbox-queue.tsx';

/** The outbox in a side sheet. */
export default function OutboxSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Outbox">
      <Guard>{(user) => <OutboxQueue user={user} />}</Guard>
    </Sheet>
  );
}
