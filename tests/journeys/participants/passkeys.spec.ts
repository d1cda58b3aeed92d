import { findViolations } from '../support/accessibility.ts';
import { asOwner } from '../support/as-owner.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { signUp } from '../support/sign-up.ts';

/** Gives the page's browser an authenticator that always verifies its user. Chromium's protocol has one built in. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openSignIn(page: Page, username: string) {
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  return page.getByRole('dialog');
}

test('a user adds a passkey, signs in with it, and removes it', async ({ page, server }) => {
  await plugInAuthenticator(page);
  const username = await signUp(page, 'shipper');
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Work laptop');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Name').press('Enter');
  await expect(card.getByRole('listitem')).toContainText('Work laptop');
  await expect(card.getByRole('listitem')).toContainText('last used never');

  const signIn = await openSignIn(page, username);
  expect(await findViolations(page)).toEqual([]);
  const answer = page.waitForRequest((request) => request.url().endsWith('/api/auth/passkey-sign-in'));
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(signIn).toBeHidden();
  // A recorded signature is refused: its challenge was used.
  const replay = await page.request.post('/api/auth/passkey-sign-in', { data: (await answer).postDataJSON() });
  expect(replay.status()).toBe(401);

  await asOwner(server.folder, `update passkeys set sign_count = 1000 where name = 'Work laptop'`);
  await openSignIn(page, username);
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(signIn.getByText('The passkey was not accepted.')).toBeVisible();
  await asOwner(server.folder, `update passkeys set sign_count = 0 where name = 'Work laptop'`);
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(signIn).toBeHidden();

  await expect(page).not.toHaveURL('/');
  await page.goto('/profile');
  await expect(card.getByRole('listitem')).not.toContainText('never');
  const password = page.getByRole('region', { name: 'Password' });
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByLabel('Current password').fill('three wise stones');
  await password.getByLabel('New password', { exact: true }).fill('four wise stones');
  await password.getByLabel('Confirm new password').fill('four wise stones');
  await password.getByRole('button', { name: 'Update password' }).click();
  await expect(password.getByText('1 passkey still signs in without the password: Work laptop.')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await password.getByRole('button', { name: 'Review passkeys' }).click();
  await expect(card.getByRole('list')).toBeFocused();
  await card.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
  await expect(page.getByText('Work laptop removed', { exact: true })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});

test('passkeys are not offered at an IP address', async ({ page, baseURL }) => {
  await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/assets`);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog').getByLabel('Username')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});
