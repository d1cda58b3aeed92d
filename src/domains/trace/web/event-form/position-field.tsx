import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { EventValues } from './event-values.ts';

export type PositionFieldProps = {
  value: string;
  error: string | undefined;
  onEdit: (change: Partial<EventValues>) => void;
};

const FIND_MILLISECONDS = 15_000;
/** Four digits are about ten meters: enough for a site, and no more detail than a permanent record needs. */
const DIGITS = 4;

/** The coordinates of the event: typed, or from the device on request. */
export function PositionField({ value, error, onEdit }: PositionFieldProps) {
  const [trouble, setTrouble] = useState<string>();
  const [finding, setFinding] = useState(false);
  const find = () => {
    setFinding(true);
    setTrouble(undefined);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setFinding(false);
        onEdit({ coordinates: `${coords.latitude.toFixed(DIGITS)}, ${coords.longitude.toFixed(DIGITS)}` });
      },
      ({ code, PERMISSION_DENIED }) => {
        setFinding(false);
        setTrouble(
          code === PERMISSION_DENIED
            ? 'Location access is blocked. Allow it for this site, or enter the position.'
            : "Couldn't find your position. Try again, or enter it.",
        );
      },
      { timeout: FIND_MILLISECONDS, enableHighAccuracy: true },
    );
  };
  return (
    <Field label="Position" optional error={error ?? trouble} hint="Latitude and longitude in degrees">
      {(control) => (
        <TextField
          {...control}
          placeholder="60.39, 5.32"
          spellCheck={false}
          value={value}
          onChange={(event) => onEdit({ coordinates: event.target.value })}
          trailing={
            'geolocation' in navigator ? (
              <IconButton
                label={finding ? 'Finding the position…' : 'Use my position'}
                size="small"
                className="mr-1"
                disabled={finding}
                onClick={find}
              >
                <LocateFixed aria-hidden="true" size={16} />
              </IconButton>
            ) : null
          }
        />
      )}
    </Field>
  );
}
