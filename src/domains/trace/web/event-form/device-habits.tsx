import { Button } from '#platform/web/ui/action/button.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import type { Defaults } from './device-defaults.ts';
import { units } from './event-details.ts';
import type { EventValues } from './event-values.ts';

export type DeviceHabitsProps = {
  values: EventValues;
  defaults: Defaults | null;
  review: boolean;
  onKeep: (defaults: Defaults | null) => void;
  onReview: (review: boolean) => void;
};

const labelOf = (uom: string) => units.find(({ value }) => value === uom)?.label;

/** Preferences of this device: default participant, location and unit, and a review before sending. */
export function DeviceHabits({ values, defaults, review, onKeep, onReview }: DeviceHabitsProps) {
  const { user, location, coordinates, uom } = values;
  const now: Defaults = { user, location: location.trim(), coordinates: coordinates.trim(), uom };
  const same = defaults !== null && JSON.stringify(defaults) === JSON.stringify(now);
  return (
    <fieldset className="flex flex-col gap-2.5 rounded-8 border border-line px-4 py-3">
      <legend className="-ml-1 px-1 text-13 font-medium">On this device</legend>
      <Checkbox label="Review each event before it is sent" checked={review} onCheckedChange={onReview} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-13 text-muted wrap-anywhere">
          {defaults
            ? `Defaults: ${[defaults.user, defaults.location, defaults.coordinates, labelOf(defaults.uom)].filter(Boolean).join(', ')}.`
            : 'Defaults: you, no location.'}
        </p>
        <div className="flex gap-1">
          {defaults ? (
            <Button size="small" variant="quiet" onClick={() => onKeep(null)}>
              Clear Defaults
            </Button>
          ) : null}
          <Button size="small" disabled={same || user === ''} onClick={() => onKeep(now)}>
            Save as Defaults
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
