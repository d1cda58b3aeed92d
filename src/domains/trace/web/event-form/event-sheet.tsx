import { useEffect } from 'react';
import { Guard } from '#domains/participants/web/index.ts';
import { canManufacture, canOpenEvents, canRecordForAnyone } from '#domains/trace/contract.ts';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { EventForm } from './event-form.tsx';
import type { EventValues, EventVariant } from './event-values.ts';

/** The capabilities that open each form. Administrators record for others. */
const opensTo = { asset: [canManufacture, canRecordForAnyone], event: [canOpenEvents] } as const;

export type EventSheetProps = {
  variant: EventVariant;
  /** Initial values, if the form was opened for something specific. */
  begin?: Partial<EventValues>;
  onClose: () => void;
};

/** The event form in a side sheet. */
export default function EventSheet({ variant, begin, onClose }: EventSheetProps) {
  useEffect(() => {
    // Loads the outbox now, because the connection may be gone when an event has to be stored.
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
