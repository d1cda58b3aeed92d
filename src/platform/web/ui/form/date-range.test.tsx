import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { type DateRange, DateRangeFields, type DateRangeFieldsProps } from './date-range.tsx';

type FormProps = Partial<DateRangeFieldsProps> & { initial: DateRange; changes: DateRange[] };

function Form({ initial, changes, ...props }: FormProps) {
  const [range, setRange] = useState(initial);
  const change = (next: DateRange) => {
    changes.push(next);
    setRange(next);
  };
  return (
    <form aria-label="Form">
      <DateRangeFields range={range} onChange={change} {...props} />
    </form>
  );
}

async function show(initial: DateRange, props: Partial<DateRangeFieldsProps> = {}): Promise<DateRange[]> {
  const changes: DateRange[] = [];
  await renderApp(<Form initial={initial} changes={changes} {...props} />);
  return changes;
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const isValid = () => (screen.getByRole('form') as HTMLFormElement).checkValidity();

test('shows an error and reports no range for an end before the start', async () => {
  const changes = await show({ from: '2026-03-04', to: '2026-03-05' });
  type('End date', '2026-03-03');
  expect(screen.getByRole('alert').textContent).toBe('The end date is before the start date.');
  expect([isValid(), changes]).toEqual([false, []]);
  type('Start date', '2026-03-02');
  expect(screen.queryByRole('alert')).toBeNull();
  expect([isValid(), changes]).toEqual([true, [{ from: '2026-03-02', to: '2026-03-03' }]]);
});

test('allows a single day in an open range', async () => {
  const open = await show({});
  type('End date', '2026-03-03');
  expect(open).toEqual([{ to: '2026-03-03', from: undefined }]);
});

test('has both days or none in a closed range', async () => {
  const closed = await show({}, { closed: true, max: '2026-03-10' });
  type('Start date', '2026-03-03');
  expect(closed.at(-1)).toEqual({ from: '2026-03-03', to: '2026-03-10' });
  type('End date', '');
  expect(closed.at(-1)).toEqual({});
});
