import { type DateRange, DateRangeFields } from '#platform/web/ui/form/date-range.tsx';
import type { Period } from './period.ts';

export type CustomPeriodProps = {
  period: Period;
  today: string;
  onChange: (change: Period) => void;
};

/** Selects the first and last day of a custom period. */
export default function CustomPeriod({ period, today, onChange }: CustomPeriodProps) {
  const change = ({ from, to }: DateRange) => {
    if (from !== undefined && to !== undefined) onChange({ from, to });
  };
  return <DateRangeFields range={period} max={today} labelsHidden onChange={change} />;
}
