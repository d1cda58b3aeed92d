import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BankLine } from '#domains/payments/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { DecideDialog } from './decide-dialog.tsx';

const line = (state: BankLine['state']) =>
  ({
    ...{ id: 'line-1', position: 1, bookedOn: '2026-03-14', cents: 350, amountFormatted: '$3.50', text: 'Tax' },
    ...{ counterparty: 'Bo Pier', entryReference: null, state, decidedBy: 'clerk', blockIndex: null },
    ...{ subject: 'HB-1', paymentId: null, candidates: [], reason: null },
  }) as unknown as BankLine;

test('names no decider of an undecided line, and formats its day as other screens do', async () => {
  stubServer({ 'GET /api/auth/me': () => json({}, 401) });
  await renderApp(<DecideDialog line={line('suspense')} onClose={() => undefined} />);
  expect(screen.getByRole('dialog', { name: '$3.50 of Mar 14, 2026' })).toBeTruthy();
  expect(screen.queryByText('Decided by')).toBeNull();
});

test('names the account that decided a line', async () => {
  stubServer({ 'GET /api/auth/me': () => json({}, 401) });
  await renderApp(<DecideDialog line={line('credited')} onClose={() => undefined} />);
  expect(screen.getByText('clerk')).toBeTruthy();
});
