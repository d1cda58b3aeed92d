import { useState } from 'react';
import { dayOf } from '../../format-day.ts';
import { DayInput } from './day-input.tsx';
import { Field } from './field.tsx';

/** UTC days, `YYYY-MM-DD`, both included. A missing day leaves that side open. */
export type DateRange = { readonly from?: string | undefined; readonly to?: string | undefined };

export type DateRangeFieldsProps = {
  range: DateRange;
  /** Receives each range whose end is not before its start. */
  onChange: (range: DateRange) => void;
  /** The last day that can be chosen. */
  max?: string | undefined;
  /** Keeps both days set or none: choosing one sets the other, and clearing one clears both. */
  closed?: boolean;
  labelsHidden?: boolean;
};

const order = 'The end date is before the start date.';

/**
 * Two fields for the first and last day of a period. While the end is before the start they show an error, the form is
 * invalid (`checkValidity`), and the range stays as it was.
 */
export function DateRangeFields({ range, onChange, max, closed = false, labelsHidden = false }: DateRangeFieldsProps) {
  const given = `${range.from} ${range.to}`;
  const [typed, setTyped] = useState<{ range: DateRange; instead: string }>();
  const shown = typed?.instead === given ? typed.range : range;
  const reversed = isReversed(shown);
  const change = (next: DateRange) => {
    setTyped(isReversed(next) ? { range: next, instead: given } : undefined);
    if (!isReversed(next)) onChange(next);
  };
  const changeOf = (end: 'from' | 'to', value: string) => {
    if (!closed) return change({ ...shown, [end]: value || undefined });
    if (value === '') return change({});
    const today = max ?? dayOf(Date.now());
    const other = end === 'from' ? (shown.to ?? (value > today ? value : today)) : (shown.from ?? value);
    return change(end === 'from' ? { from: value, to: other } : { from: other, to: value });
  };
  return (['from', 'to'] as const).map((end) => (
    <Field
      key={end}
      label={end === 'from' ? 'Start date' : 'End date'}
      labelHidden={labelsHidden}
      error={end === 'to' && reversed ? order : undefined}
    >
      {(control) => (
        <DayInput
          {...control}
          ref={(input) => input?.setCustomValidity(end === 'to' && reversed ? order : '')}
          max={max}
          value={shown[end] ?? ''}
          onChange={({ target }) => changeOf(end, target.value)}
        />
      )}
    </Field>
  ));
}

const isReversed = ({ from, to }: DateRange) => from !== undefined && to !== undefined && from > to;
