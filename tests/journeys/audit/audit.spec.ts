import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const day = () => new Date().toISOString().slice(0, 10);

test('an auditor generates a log, filters it, and exports it to a file', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/audit');
  await expect(page.getByRole('region', { name: 'Chain integrity' })).toContainText('Valid');
  await expect(page.getByText('No log generated yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0);

  const participant = page.getByRole('combobox', { name: 'Participant' });
  await participant.fill('alpenrail');
  await page.getByRole('option', { name: /^alpenrail/ }).click();
  await page.getByRole('button', { name: 'Generate Audit Log' }).click();
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('heading', { name: 'Recorded by alpenrail' })).toBeVisible();
  await expect(log.getByRole('row', { name: /alpenrail/ })).toHaveCount(25);
  await expect(page).toHaveURL(/participant=alpenrail.*generated=yes/);

  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`cairn-audit-${day()}.csv`);
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  const [header, ...rows] = text.trim().split('\n');
  expect(header).toContain('eventId,participant');
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.every((row) => row.split(',')[1] === 'alpenrail')).toBe(true);
});

test('a URL with a generated log shows it immediately, and its pages are in the URL', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/audit?generated=yes&limit=10');
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('row')).toHaveCount(11);
  const [, newest] = await log.getByRole('link', { name: /^#/ }).allTextContents();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await expect(log.getByRole('link', { name: newest ?? '', exact: true })).toHaveCount(0);
});

test('an empty result is reported, and reversed dates are rejected at their fields', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/audit?from=2019-01-01&to=2019-01-02&generated=yes');
  await expect(page.getByText('No matching entries')).toBeVisible();
  await page.getByLabel('End date').fill('2018-12-31');
  await expect(page.getByText('The end date is before the start date.')).toBeVisible();
});

test('the list can be filtered to uncorrected anomalies', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/audit');
  await page.getByLabel('Uncorrected anomalies only').check();
  await page.getByRole('button', { name: 'Generate Audit Log' }).click();
  await expect(page).toHaveURL(/anomalous=true/);
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('heading', { name: 'All uncorrected anomalies' })).toBeVisible();
  await expect(log.getByRole('row').nth(1)).toContainText(/order|before|never/);
});

test('a shipper sees which roles may read the audit trail', async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/audit');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit Trail' })).toHaveCount(0);
});
