import { canReadAuditTrail } from '#domains/audit/contract.ts';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('the matrix shows the permissions that the server enforces', async ({ page }) => {
  await page.goto('/role-demo');
  const matrix = page.getByRole('table', { name: 'Permissions by role' });
  const row = matrix.getByRole('row', { name: /Read the audit trail/ });
  const columns = [
    'manufacturer',
    'shipper',
    'retailer',
    'other',
    'resident',
    'government',
    'auditor',
    'administrator',
  ];
  const holders: readonly string[] = canReadAuditTrail.heldBy;
  await expect(row.getByRole('cell')).toHaveText(columns.map((one) => (holders.includes(one) ? 'Yes' : 'No')));
  await page.getByRole('tab', { name: 'Retailer' }).click();
  await expect(page).toHaveURL(/tab=retailer/);
  await expect(page.getByRole('region', { name: 'Demo accounts' }).getByRole('listitem')).toHaveCount(1);
});

test('one click signs in with a demo account, and a task is checked off by its recorded event', async ({ page }) => {
  await page.goto('/role-demo?tab=manufacturer');
  await page.getByRole('button', { name: 'Sign in as demo-maker' }).click();
  await expect(page.getByRole('button', { name: 'Account of demo-maker' })).toBeVisible();
  const tasks = page.getByRole('region', { name: 'Things to try' });
  // The demo account is shared: other journeys record with it concurrently, so only this one's own actions are certain.
  await expect(tasks.getByText(/of 3 done/)).toBeVisible();
  const task = tasks.getByRole('listitem').filter({ hasText: 'Create an asset' });

  const assetId = `TRY-${Date.now().toString(36).toUpperCase()}`;
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const answer = await page.request.post('/api/add-event', {
    headers: { authorization: `Bearer ${token}` },
    data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: { name: 'Tried out' } },
  });
  expect(answer.status()).toBe(200);
  await expect(task).toContainText(`manufactured ${assetId}`);
  await expect(task).toContainText('Done:');
  await expect(tasks.getByText(/[1-3] of 3 done/)).toBeVisible();
  await page.reload();
  await expect(task).toContainText(assetId);
  await tasks.getByRole('button', { name: 'Start over' }).click();
  await expect(task).not.toContainText(assetId);

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Sign in as demo-auditor' }).click();
  await expect(page).toHaveURL(/tab=other/);
  await expect(page.getByRole('button', { name: 'Account of demo-auditor' })).toBeVisible();
  await tasks.getByRole('link', { name: /Validate the whole chain/ }).click();
  await expect(page).toHaveURL(/\/blockchain\?action=validate/);
});

test('a visitor is asked to sign in, and the page reloads afterward', async ({ page }) => {
  await page.goto('/role-demo?tab=shipper');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('demo-shipper');
  await dialog.getByLabel('Password', { exact: true }).fill('cairn-demo');
  const load = page.waitForEvent('load');
  await dialog.locator('button[type=submit]').click();
  await load;
  await expect(page).toHaveURL(/tab=shipper/);
  await expect(page.getByText('Sign in to try a role')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Things to try' }).getByRole('link').first()).toBeVisible();
});

test('without demo accounts the page shows only the matrix', async ({ page }) => {
  await page.route('**/api/demo-accounts', (route) => route.fulfill({ json: { demo: false, accounts: [] } }));
  await signInAs(page, 'demo-retailer');
  await page.goto('/role-demo');
  await expect(page.getByRole('table', { name: 'Permissions by role' })).toBeVisible();
  await expect(page.getByText('This server does not run in demo mode')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Demo accounts' })).toHaveCount(0);
});
