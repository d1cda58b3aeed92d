import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a visitor sees the participants, filters the list with a card, and reads one participant’s events', async ({
  page,
}) => {
  await page.goto('/participants');
  const figures = page.getByRole('region', { name: 'Active participants' });
  const table = page.getByRole('region', { name: 'Participants', exact: true });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Participant',
    'Role',
    'Status',
    'Events',
    'Joined',
    'Actions',
  ]);
  await expect(table.getByRole('button', { name: /^Edit/ })).toHaveCount(0);

  const shippers = figures.getByRole('link', { name: /^Shippers/ });
  const count = Number(await shippers.textContent());
  await shippers.click();
  await expect(page).toHaveURL(/role=shipper/);
  await expect(table.getByText(`${count} participants`)).toBeVisible();
  await expect(shippers).toHaveAttribute('aria-current', 'true');
  await expect(table.getByText('retailer')).toHaveCount(0);
  await shippers.click();
  await expect(page).not.toHaveURL(/role=/);

  await page.getByRole('searchbox', { name: 'Search' }).fill('alpen');
  await expect(page).toHaveURL(/search=alpen/);
  await table.getByRole('link', { name: 'View Events of alpenrail' }).click();
  await expect(page.getByRole('heading', { name: 'Alpenrail Freight' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Counterparties' })).toContainText('demo-retailer');
  const asset = page.getByRole('region', { name: 'Assets handled' }).getByRole('row').nth(1);
  const assetId = await asset.getByRole('cell').nth(1).textContent();
  await asset.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/assets/${assetId}`));
});

test('an empty list and an unknown name are reported', async ({ page }) => {
  await page.goto('/participants?search=no-such-name');
  await expect(page.getByText('No participants found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await expect(page.getByText('No participants found')).toBeHidden();
  await expect(page.getByRole('link', { name: /^View Events of/ })).toHaveCount(10);
  await page.goto('/participants/no-such-name');
  await expect(page.getByText('No participant named no-such-name')).toBeVisible();
});

test('a manufacturer adds a participant, edits its details, and deactivates it', async ({ page }) => {
  const username = `outlet-${Date.now().toString(36)}`;
  await signInAs(page, 'demo-maker', { recent: true });
  await page.goto('/participants');
  await page.getByRole('button', { name: 'Add Participant' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Add New Participant' })).toBeVisible();
  await expect(dialog.getByText('Register a new participant in the supply chain network.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Participant' }).click();
  await expect(dialog.getByText('Username is required')).toBeVisible();
  await expect(dialog.getByText('Role is required')).toBeVisible();

  await dialog.getByLabel('Username').fill('ALPENRAIL');
  await dialog.getByLabel('Role').selectOption('retailer');
  await dialog.getByRole('button', { name: 'Add Participant' }).click();
  await expect(page.getByText('Failed to Add Participant', { exact: true })).toBeVisible();
  await expect(dialog.getByText('is taken')).toBeVisible();

  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('button', { name: 'Add Participant' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Participant Added Successfully', { exact: true })).toBeVisible();
  await expect(page.getByText(`${username} has been registered as retailer.`, { exact: true })).toBeVisible();
  // By name, because participants added concurrently may fill the first page.
  await page.goto(`/participants?search=${username}`);
  const row = page.getByRole('row', { name: new RegExp(username) });
  await expect(row).toContainText('active');

  await row.getByRole('button', { name: `Edit ${username}` }).click();
  await dialog.getByLabel('Display name').fill('Corner Outlet');
  await dialog.getByLabel('Contact').fill('desk@outlet.example');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Corner Outlet');
  await expect(row).toContainText('inactive');
  await row.getByRole('link', { name: `View Events of ${username}` }).click();
  await expect(page).toHaveURL(`/events?participant=${username}`);
});

test('the whole list can be exported to CSV', async ({ page }) => {
  await page.goto('/participants?role=shipper');
  await expect(page.getByRole('link', { name: /^View Events of/ }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const text = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString();
  const [header, ...rows] = text.split('\r\n');
  expect(header).toContain('Username,Display name,Role');
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.every((line) => line.split(',')[2] === 'shipper')).toBe(true);
  expect(rows.some((line) => line.startsWith('alpenrail,'))).toBe(true);
});
