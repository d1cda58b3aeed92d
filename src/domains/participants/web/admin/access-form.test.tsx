import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AdministeredAccount } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { AccessForm } from './access-form.tsx';

const account: AdministeredAccount = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  signsIn: true,
  secondFactor: false,
  passkeys: 0,
  identifiers: [],
  sessions: 1,
  createdAt: '2026-03-01T08:00:00.000Z',
};
const path = `PATCH /api/admin/accounts/${account.id}`;

const show = async (props: { isOwn?: boolean; mayChange?: boolean } = {}) => {
  const { user } = await renderApp(
    <AccessForm account={account} isOwn={props.isOwn ?? false} mayChange={props.mayChange ?? true} />,
  );
  return { user, save: () => user.click(screen.getByRole('button', { name: 'Save changes' })) };
};
const isDisabled = (element: HTMLElement) => (element as HTMLInputElement).disabled;

test('lists each change before it is saved, and sends only the changed values', async () => {
  const sent = stubServer({ [path]: () => json({ ...account, role: 'retailer', administrator: true }) });
  const { user, save } = await show();
  expect(isDisabled(screen.getByRole('button', { name: 'Save changes' }))).toBe(true);
  await user.selectOptions(screen.getByLabelText('Role'), 'retailer');
  await user.click(screen.getByRole('switch', { name: 'Administrator' }));
  const changes = screen.getByText('Changes to save').parentElement?.textContent ?? '';
  expect(changes).toMatch(/Role.*shipper.*retailer.*Administrator.*no.*yes/);
  await save();
  expect(await screen.findByText('north-dock updated')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ role: 'retailer', administrator: true }]);
});

test('gives the auditor mark alone', async () => {
  const sent = stubServer({ [path]: () => json({ ...account, auditor: true }) });
  const { user, save } = await show();
  await user.click(screen.getByRole('switch', { name: 'Auditor' }));
  expect(screen.getByText('Changes to save').parentElement?.textContent).toMatch(/Auditor.*no.*yes/);
  await save();
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ auditor: true }]));
});

test('has nothing to save once a change is undone', async () => {
  stubServer({});
  const { user } = await show();
  const active = screen.getByRole('switch', { name: 'Active' });
  await user.click(active);
  expect(isDisabled(screen.getByRole('button', { name: 'Save changes' }))).toBe(false);
  await user.click(active);
  expect(isDisabled(screen.getByRole('button', { name: 'Save changes' }))).toBe(true);
});

test('shows why the server refused, and keeps the chosen values', async () => {
  stubServer({ [path]: () => refusal(409, 'An active administrator has to remain.') });
  const { user, save } = await show();
  await user.selectOptions(screen.getByLabelText('Role'), 'government');
  await save();
  expect(await screen.findByText('An active administrator has to remain.')).toBeTruthy();
  expect((screen.getByLabelText('Role') as HTMLSelectElement).value).toBe('government');
});

test('does not let an account deactivate itself', async () => {
  stubServer({});
  await show({ isOwn: true });
  expect(isDisabled(screen.getByRole('switch', { name: 'Active' }))).toBe(true);
  expect(isDisabled(screen.getByRole('switch', { name: 'Administrator' }))).toBe(false);
});

test('is read-only for users who may not change accounts', async () => {
  stubServer({});
  await show({ mayChange: false });
  expect(isDisabled(screen.getByLabelText('Role'))).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

describe('when the server requires a confirmation of the identity', () => {
  const serve = () => {
    let proven = false;
    return stubServer({
      [path]: () =>
        proven
          ? json({ ...account, auditor: true })
          : refusal(403, 'Confirm your identity to continue.', [], {}, 'step_up_required'),
      'GET /api/auth/second-factors': () =>
        json({ totp: { enabledAt: '2026-03-01T08:00:00.000Z' }, recoveryCodesLeft: 10 }),
      'POST /api/auth/step-up': ({ body }) => {
        const { otp } = body as { otp?: string };
        if (otp !== '123456') return refusal(400, 'Wrong.', [{ pointer: '/otp', message: 'The code is wrong.' }]);
        proven = true;
        return json({ until: '2026-03-01T08:10:00.000Z' });
      },
    });
  };

  test('asks for the password and a code, and then repeats the change', async () => {
    const sent = serve();
    const { user, save } = await show();
    await user.click(screen.getByRole('switch', { name: 'Auditor' }));
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }));
    await user.type(dialog.getByLabelText('Current password'), 'correct horse');
    await user.type(dialog.getByLabelText('Code'), '000000');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('The code is wrong.')).toBeTruthy();
    await user.clear(dialog.getByLabelText('Code'));
    await user.type(dialog.getByLabelText('Code'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('north-dock updated')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { auditor: true },
      { auditor: true },
    ]);
  });

  test('changes nothing if the dialog is closed, and reports why', async () => {
    const sent = serve();
    const { user, save } = await show();
    await user.click(screen.getByRole('switch', { name: 'Auditor' }));
    await save();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Confirm your identity to continue.')).toBeTruthy();
    expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });
});
