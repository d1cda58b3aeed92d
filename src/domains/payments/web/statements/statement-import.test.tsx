import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { StatementImport } from './statement-import.tsx';

const csv = ['Booked;Purpose;Amount', '14.03.2026;For HB-1;3,50'].join('\r\n');

test('moves the focus to the step that replaces the previous one', async () => {
  stubServer({});
  const { user } = await renderApp(<StatementImport onDone={() => undefined} />);
  expect(document.activeElement).toBe(document.body);
  const file = new File([csv], 'march.csv', { type: 'text/csv' });
  await user.upload(screen.getByLabelText('Choose a bank statement, or drop it here'), file);
  const read = await screen.findByRole('button', { name: 'Read File' });
  await waitFor(() => expect(document.activeElement?.contains(read)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  await user.click(read);
  const account = await screen.findByLabelText('Bank account');
  await waitFor(() => expect(document.activeElement?.contains(account)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});
