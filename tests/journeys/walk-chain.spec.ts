import { expect, test } from '@playwright/test';
import { signInAs } from './support/sign-in.ts';

test('the chain is walked and a block verified with the keyboard alone', async ({ page }) => {
  await page.goto('/blockchain?block=500');
  await expect(page.getByRole('heading', { name: 'Block 500' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'Block 499' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Block 501' })).toBeVisible();
  await expect(page).toHaveURL(/block=501/);
  await page.getByRole('button', { name: 'Verify', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Block 501 is what was recorded')).toBeVisible();
  await expect(page.getByText(/This browser trusts it from now on/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Verify', exact: true }).press('Enter');
  await expect(page.getByText(/has trusted since/)).toBeVisible();
});

test('a block is found by its hash, and wrong names are told apart', async ({ page }) => {
  const block = (await (await page.request.get('/api/chain/blocks/0')).json()) as { hash: string };
  await page.goto(`/blockchain?block=${block.hash}`);
  await expect(page.getByRole('heading', { name: 'Genesis Block' })).toBeVisible();
  await page.goto('/blockchain?block=99999999');
  await expect(page.getByText('No such block')).toBeVisible();
  await page.goto('/blockchain?block=pebble');
  await expect(page.getByText('That is no block')).toBeVisible();
});

test('pages of the chain stay the same while walking to its beginning, and the graph shows the same blocks', async ({
  page,
}) => {
  await page.goto('/blockchain');
  await page.getByRole('button', { name: 'Older blocks' }).click();
  await page.getByRole('button', { name: 'Older blocks' }).click();
  await expect(page).toHaveURL(/before=\d+/);
  await page.getByRole('searchbox').fill('0');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Genesis Block' })).toBeVisible();
  await page.getByRole('radio', { name: 'Graph View' }).click();
  await expect(page.getByRole('region', { name: 'Graph of blocks' }).getByText('Genesis Block').first()).toBeVisible();
});

test('a full validation runs with progress and a result for those who may', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/blockchain?action=validate');
  await expect(page.getByText('Every block holds')).toBeVisible();
});

test('those who may not validate read the verdict', async ({ page }) => {
  await page.goto('/blockchain?action=validate');
  await expect(page.getByText(/A full validation can be started by/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Background verifier' })).toContainText('Valid');
});
