import { Guard } from '#domains/participants/web/index.ts';
import { Sheet } from '#platform/web/ui/sheet.tsx';
import { EventForm } from './event-form.tsx';
import type { EventVariant } from './event-values.ts';

/** The form beside the page it was opened from, which stays as it is. */
export default function EventSheet({ variant, onClose }: { variant: EventVariant; onClose: () => void }) {
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={variant === 'asset' ? 'Add Asset' : 'Add Supply Chain Event'}
    >
      <Guard roles={variant === 'asset' ? ['manufacturer'] : ['manufacturer', 'shipper', 'retailer']}>
        {(user) => <EventForm user={user} variant={variant} />}
      </Guard>
    </Sheet>
  );
}
