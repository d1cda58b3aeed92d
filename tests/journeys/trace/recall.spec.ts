import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';

test('a recall of a green lot lists what was roasted from it, prints, and can be exported to CSV', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await page.goto('/assets/KVG-N-2026-01');
  await page.getByRole('link', { name: 'Recall report' }).click();
  await expect(page).toHaveURL(/\/assets\/KVG-N-2026-01\/recall$/);
  const lines = page.getByRole('list', { name: 'Assets to find' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await expect(lines.filter({ hasText: 'Bergen, Norway' }).first()).toContainText('demo-retailer');
  await expect(page.getByText(/from a chain of [\d,.\s]+ blocks/)).toBeVisible();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(lines.first()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^recall-KVG-N-2026-01-at-block-\d+\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(6);
  expect(csv).toContain('made from it');
});
