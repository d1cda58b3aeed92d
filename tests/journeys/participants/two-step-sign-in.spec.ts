import { Secret, TOTP } from 'otpauth';
import { findViolations } from '../support/accessibility.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';
import { signUp } from '../support/sign-up.ts';

const PASSWORD = 'three wise stones';
const STEP_MILLISECONDS = 30_000;

/** Returns what an authenticator app shows, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MILLISECONDS });

async function openSignIn(page: Page, username: string) {
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await expect(dialog.getByLabel('Code')).toBeFocused();
  return dialog;
}

test('a user sets up an authenticator app, signs in with codes, and turns it off', async ({ page }) => {
  const username = await signUp(page, 'shipper');
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Two-step sign-in' });
  await card.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('Current password').press('Enter');

  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 5));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('The code is wrong or was used before.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = '', second = ''] = await codes.allInnerTexts();
  // The codes cannot be shown again, so nothing but the button closes the dialog.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(codes).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  await expect(card).toContainText('10 recovery codes left');

  await page.setViewportSize({ width: 320, height: 640 });
  const signIn = await openSignIn(page, username);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await signIn.getByLabel('Code').fill('not a code');
  await signIn.getByLabel('Code').press('Enter');
  await expect(signIn.getByText('The code is wrong or was used before.').first()).toBeVisible();
  await expect(signIn.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  // The next one: the app was set up with the current one.
  await signIn.getByLabel('Code').fill(codeOf(secret, 1));
  await signIn.getByLabel('Code').press('Enter');
  await expect(signIn).toBeHidden();

  const again = await openSignIn(page, username);
  await again.getByLabel('Code').fill(recoveryCode.toLowerCase());
  await again.getByLabel('Code').press('Enter');
  await expect(again).toBeHidden();

  await expect(page).not.toHaveURL('/');
  await page.goto('/profile');
  await expect(card).toContainText('9 recovery codes left');
  await expect(page.getByRole('list', { name: 'Security log' })).toContainText('Recovery code used');
  await card.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByText('Enter a code')).toBeVisible();
  await dialog.getByLabel('Code').fill(second);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
});

test('an administrator removes the factors of a user who lost the app and the recovery codes', async ({ page }) => {
  const user = `lost-${Date.now().toString(36)}`;
  const post = async (path: string, data: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await page.request.post(path, { data, headers })).json();
  };
  const account = { user, password: PASSWORD, role: 'retailer', email: `${user}@example.com` };
  const { token } = (await post('/api/register', account)) as { token: string };
  const { secret } = (await post('/api/auth/totp', { currentPassword: PASSWORD }, token)) as { secret: string };
  await post('/api/auth/totp/confirm', { otp: codeOf(secret) }, token);
  const signIn = { username: user, password: PASSWORD };
  expect(await post('/api/auth/login', signIn)).toMatchObject({ code: 'second_factor_required' });

  await signInAs(page, 'demo-admin', { recent: true });
  await page.goto(`/admin?search=${user}`);
  await page.getByRole('row', { name: new RegExp(user) }).click();
  const sheet = page.getByRole('dialog', { name: user, exact: true });
  await sheet.getByRole('button', { name: 'Remove factors' }).click();
  const confirm = page.getByRole('dialog', { name: `Remove the factors of ${user}?` });
  expect(await findViolations(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Remove factors' }).click();
  await expect(page.getByText(`Factors of ${user} removed`, { exact: true })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Remove factors' })).toBeDisabled();
  expect(await post('/api/auth/login', signIn)).toMatchObject({ user: { username: user } });
});
