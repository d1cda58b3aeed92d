import { Secret, TOTP } from 'otpauth';
import { expect, type Page, test } from '../support/journey.ts';
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
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 5));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('The code is wrong or was used before.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode = '', second = ''] = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I saved them' }).click();
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
