import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import type { FileStatement } from './statement-file.ts';
import { StatementReview } from './statement-review.tsx';

const statement = (lines: number): FileStatement =>
  ({
    bankAccount: '',
    unbooked: 0,
    problems: [],
    lines: Array.from({ length: lines }, () => ({ bookedOn: '2026-03-02', cents: 100 })),
  }) as unknown as FileStatement;
const open = (lines: number) =>
  renderApp(
    <StatementReview
      name="march.csv"
      statements={[statement(lines)]}
      onCancel={() => undefined}
      onDone={() => undefined}
    />,
  );

test('reports a missing bank account at the field, and sends nothing', async () => {
  const sent = stubServer({});
  const { user } = await open(2);
  await user.click(screen.getByRole('button', { name: 'Send 2 Lines' }));
  const field = screen.getByLabelText('Bank account') as HTMLInputElement;
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/^Enter the account of the statement/)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(sent).toEqual([]);
  await user.type(field, 'DE02 1203');
  expect(screen.queryByText(/^Enter the account/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send 2 Lines' }));
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
});

test('explains why a file without lines cannot be sent, and formats days as other screens do', async () => {
  stubServer({});
  await open(0);
  expect(screen.getByText('The file has no booked lines, so there is nothing to send.')).toBeTruthy();
  await open(1);
  expect(screen.getByText('Mar 2, 2026')).toBeTruthy();
});
