import { findViolations } from '../support/accessibility.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';
import { moveOn, signUpForTrial } from './company.ts';

/** Expects that the page is accessible in both themes, and fits a screen of 320 px. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await findViolations(page), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${what}, cut off at 320 px`).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('every tab, sheet and dialog of a subscription is accessible, with and without an amount due', async ({
  page,
  browser,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const username = await signUpForTrial(page);
  await page.goto('/subscription?tab=current');
  await page.getByRole('heading', { name: 'Team' }).waitFor();
  await expectAccessible(page, 'Current Plan in a trial');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expectAccessible(page, 'canceling');
  // By keyboard alone: the dialog closes, and the focus returns to where it was.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeFocused();
  const details = page.getByRole('region', { name: 'Billing details' });
  await details.getByLabel('Name', { exact: true }).fill('Harrow Bay Cheese Company');
  await details.getByLabel('Street', { exact: true }).fill('12 Dairy Lane');
  await details.getByLabel('City').fill('Harrow Bay');
  await details.getByLabel('Country').selectOption('US');
  await details.getByLabel('City').press('Enter');
  await expect(page.getByText('Billing Details Saved', { exact: true })).toBeVisible();
  await moveOn(page, '1 Month');
  await moveOn(page, '1 Month');
  await expect(page.getByText(/nothing new can be recorded/).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Billing History' }).click();
  const row = page.getByRole('region', { name: 'Billing history' }).getByText('Pending').first();
  await row.waitFor();
  await expectAccessible(page, 'Billing History');
  await row.click();
  await page.getByRole('button', { name: 'Pay Invoice' }).waitFor();
  await expectAccessible(page, 'an invoice');
  await page.getByRole('button', { name: 'Pay Invoice' }).press('Enter');
  await page.getByLabel('Payment method').waitFor();
  await expectAccessible(page, 'paying');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByText('Users over time').waitFor();
  await expectAccessible(page, 'Usage');
  await page.getByRole('tab', { name: 'Available Plans' }).click();
  await page.getByRole('button', { name: 'Upgrade to Professional' }).click();
  await page.getByRole('button', { name: /^Confirm/ }).waitFor();
  await expectAccessible(page, 'changing the plan');

  const admin = await (await browser.newContext()).newPage();
  await admin.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(admin, 'demo-admin');
  await admin.goto(`/admin/subscriptions?search=${username}`);
  await admin.getByRole('region', { name: 'Subscriptions' }).getByText(username).click();
  const sheet = admin.getByRole('dialog', { name: username });
  await sheet.getByRole('button', { name: 'Credit' }).waitFor();
  await expectAccessible(admin, 'the administration of an account');
  await sheet.getByRole('button', { name: 'Credit' }).click();
  const credit = admin.getByRole('dialog', { name: /^Credit/ });
  await credit.getByLabel('Reason').waitFor();
  await expectAccessible(admin, 'crediting');
  // Every decision is sent with a key, and made.
  await credit.getByLabel('Amount').fill('1581.00');
  await credit.getByLabel('Reason').fill('Agreed by telephone.');
  await credit.getByRole('button', { name: 'Issue Credit Note' }).click();
  await expect(credit).toHaveCount(0);
  await expect(sheet.getByText('Read-only since')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/is overdue\.$/)).toHaveCount(0);
});
