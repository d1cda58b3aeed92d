import { useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { units } from './event-details.ts';
import type { EventErrors, EventValues, EventVariant } from './event-values.ts';
import { PositionField } from './position-field.tsx';

export type EventFieldsProps = {
  user: User;
  variant: EventVariant;
  values: EventValues;
  errors: EventErrors;
  onEdit: (change: Partial<EventValues>) => void;
  /** When an event without a time happened. */
  timeIfEmpty?: string;
};

const names = ['coordinates', 'quantity', 'uom'] as const;

/** Rare fields, collapsed until one has a value. */
export function MoreFields({ values, errors, onEdit }: Pick<EventFieldsProps, 'values' | 'errors' | 'onEdit'>) {
  const [unfolded, setUnfolded] = useState(false);
  const isUsed = names.some((name) => values[name] !== '' || errors[name] !== undefined);
  return (
    <details open={unfolded || isUsed} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary className="w-fit min-h-6 rounded-6 text-13 font-medium hover:text-accent-ink">
        Position and quantity
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        <PositionField value={values.coordinates} error={errors.coordinates} onEdit={onEdit} />
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="Quantity" optional error={errors.quantity}>
            {(control) => (
              <TextField
                {...control}
                inputMode="decimal"
                value={values.quantity}
                onChange={(event) => onEdit({ quantity: event.target.value })}
              />
            )}
          </Field>
          <Field label="Unit" optional error={errors.uom}>
            {(control) => (
              <Select
                {...control}
                options={[{ value: '', label: 'None' }, ...units]}
                value={values.uom}
                onChange={(event) => onEdit({ uom: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
    </details>
  );
}
