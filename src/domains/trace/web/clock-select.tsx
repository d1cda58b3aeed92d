import type { EventClock } from '#domains/trace/contract.ts';
import { Select, type SelectProps } from '#platform/web/ui/form/select.tsx';

const options = [
  { value: 'happened', label: 'When it happened' },
  { value: 'recorded', label: 'When it was recorded' },
] as const satisfies readonly { value: EventClock; label: string }[];

export type ClockSelectProps = Omit<SelectProps, 'options' | 'value' | 'onChange'> & {
  clock: EventClock;
  onClockChange: (clock: EventClock) => void;
};

/** Chooses the time that a date filter and the order of its list follow. Shown next to every date filter. */
export function ClockSelect({ clock, onClockChange, ...control }: ClockSelectProps) {
  return (
    <Select
      {...control}
      options={options}
      value={clock}
      onChange={({ target }) => onClockChange(target.value === 'recorded' ? 'recorded' : 'happened')}
    />
  );
}
