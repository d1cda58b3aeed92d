import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { PasskeyCard } from '../passkeys/passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';

const passkey = (id: number, name: string) => ({
  id: `0190a1b2-0000-7000-8000-00000000000${id}`,
  name,
  createdAt: '2026-03-04T05:06:07.000Z',
});

const change = async (passkeys: ReturnType<typeof passkey>[]) => {
  stubServer({
    'POST /api/auth/set-password': () => json({ changed: true, endedSessions: 0, passkeys }),
    'GET /api/auth/passkeys': () => json({ passkeys }),
  });
  const { user } = await renderApp(<Cards />);
  await user.type(screen.getByLabelText('Current password'), 'the old one');
  await user.type(screen.getByLabelText('New password'), 'an entirely new one');
  await user.type(screen.getByLabelText('Confirm new password'), 'an entirely new one');
  await user.click(screen.getByRole('button', { name: 'Update password' }));
  expect(await screen.findByText('Password updated')).toBeTruthy();
  return user;
};

function Cards() {
  const [editing, setEditing] = useState(true);
  return (
    <>
      <PasswordCard editing={editing} onEdit={setEditing} />
      <PasskeyCard />
    </>
  );
}

test('names the passkeys that sign in without the new password, and links to them', async () => {
  const user = await change([passkey(1, 'Work laptop'), passkey(2, 'Blue key')]);
  const notice = await screen.findByText(/passkeys still sign in without the password/);
  expect(notice.textContent).toContain('2 passkeys');
  expect(notice.textContent).toContain('Work laptop, Blue key');
  await user.click(screen.getByRole('button', { name: 'Review passkeys' }));
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Passkeys' }));
  expect(screen.queryByText(/still sign in/)).toBeNull();
});

test('mentions no passkeys if there are none', async () => {
  await change([]);
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy();
  expect(screen.queryByText(/still sign/)).toBeNull();
});
