import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';

test('a recall of a green lot lists what was roasted from it, prints, and can be exported to CSV', async ({ page }) => {
  await page.goto('/assets/KVG-N-2026-01');
  await page.getByRole('link', { name: 'Recall report' }).click();
  await expect(page).toHaveURL(/\/assets\/KVG-N-2026-01\/recall$/);
  const lines = page.getByRole('list', { name: 'Assets to find' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await expect(lines.filter({ hasText: 'Bergen, Norway' }).first()).toContainText('demo-retailer');
  await expect(page.getByText(/from a chain of [\d,.\s]+ blocks/)).toBeVisible();
  const evidence = page.getByRole('button', { name: 'Evidence' });
  await evidence.click();
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'Open the report to print' }).click(),
  ]);
  await expect(report.getByRole('heading', { level: 1, name: 'Recall of KVG-N-2026-01' })).toBeVisible();
  await expect(report.getByRole('table').first().getByRole('row')).toHaveCount(6);
  await expect(
    report.getByText('5 affected assets in this server’s index, with proven blocks about them'),
  ).toBeVisible();
  await report.close();
  await evidence.click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download the list as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^recall-KVG-N-2026-01-at-block-\d+\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(6);
  expect(csv).toContain('made from it');
});

test('the list of a batch leads to the recall of the whole batch', async ({ page }) => {
  await page.goto('/assets?batch=KVB-B03');
  await expect(page.getByText('The color of the top stone is its status')).toBeVisible();
  await page.getByRole('link', { name: 'Recall report of this batch' }).click();
  await expect(page).toHaveURL(/recall\?scope=batch/);
  await expect(page.getByText('Starts from every asset of batch KVB-B03')).toBeVisible();
  await page.getByRole('button', { name: 'Evidence' }).click();
  const pdf = page.getByRole('menuitem', { name: 'Download it as PDF' });
  const answer = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toBe('application/pdf');
});
