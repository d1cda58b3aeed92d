import { useEffect } from 'react';
import { Guard } from '#domains/participants/web/index.ts';
import { canManufacture, canOpenEvents, canRecordForAnyone } from '#domains/trace/contract.ts';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { EventForm } from './event-form.tsx';
import type { EventValues, EventVariant } from './event-values.ts';

/** An administrator records for others, so either capability opens a form. */
const opensTo = { asset: [canManufacture, canRecordForAnyone], event: [canOpenEvents] } as const;

export type EventSheetProps = {
  variant: EventVariant;
  /** What the form begins with, where it was opened for something that is known. */
  begin?: Partial<EventValues>;
  onClose: () => void;
};

/** The form beside the page it was opened from, which stays as it is. */
export default function EventSheet({ variant, begin, onClose }: EventSheetProps) {
  useEffect(() => {
    // The connection may be gone by the time an event has to be kept; what keeps it has to be here by then.
    Promise.all([
      import('../outbox/outbox-host.tsx'),
      import('../outbox/outbox-sheet.tsx'),
      import('#platform/web/ui/feedback/toast-region.tsx'),
    ]).catch(() => {});
  }, []);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={variant === 'asset' ? 'Add Asset' : 'Add Supply Chain Event'}
    >
      <Guard capability={opensTo[variant]}>
        {(account) => <EventForm user={account} variant={variant} begin={begin} />}
      </Guard>
    </Sheet>
  );
}
