import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { Period } from './period.ts';

export type CustomPeriodProps = {
  period: Period;
  today: string;
  onChange: (change: Partial<Period>) => void;
};

/** Selects the first and last day of a custom period. */
export default function CustomPeriod({ period, today, onChange }: CustomPeriodProps) {
  return (['from', 'to'] as const).map((end) => (
    <TextField
      key={end}
      type="date"
      aria-label={end === 'from' ? 'First day' : 'Last day'}
      max={today}
      value={period[end]}
      onChange={({ target }) => target.value !== '' && onChange({ [end]: target.value })}
      className="w-38"
    />
  ));
}
