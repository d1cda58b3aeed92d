import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill } from '#domains/registry/contract.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { BillCard } from './bill-card.tsx';

const bill = {
  billNumber: '2026-A0ZY-7BAR-Q1EM',
  year: 2026,
  blockIndex: 7,
  open: 0,
  total: 0,
  totalFormatted: '$0.00',
  installments: [],
  exempted: [],
  corrections: [],
  waivers: [],
  lines: [
    { name: 'Penalty', explanation: '3% of $1,646.23 due 2026-11-04', formatted: '$49.39' },
    { name: 'Interest from 2026-11-05 to 2026-12-04', explanation: '1% a month', formatted: '$16.46' },
  ],
} as unknown as Bill;

test('formats the days of a charge like the due day of an installment', async () => {
  await renderApp(<BillCard bill={bill} />);
  expect(await screen.findByText(`3% of $1,646.23 due ${formatCalendarDay('2026-11-04')}`)).toBeTruthy();
  const [from, to] = ['2026-11-05', '2026-12-04'].map(formatCalendarDay);
  expect(screen.getByText(`Interest from ${from} to ${to}`)).toBeTruthy();
});
