import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { signInAs } from './support/sign-in.ts';

const index = 300;

/** As an administrator of the machine could: past the application, with the triggers off. */
async function asOwner(sql: string, values: unknown[]): Promise<void> {
  const folder = join(process.env['CAIRN_JOURNEY_DATA'] ?? '', 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const client = new pg.Client({
    host: join(folder, 'cluster'),
    port: 5432,
    user: 'cairn_owner',
    password,
    database: 'cairn',
  });
  await client.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

test('a byte changed in the database is shown, with the block it is in', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  const change = (from: string, to: string) =>
    asOwner('update blocks set data = replace(data, $2, $3) where index = $1', [index, from, to]);
  await change('"asset_id"', '"asset_iD"');
  try {
    await page.goto('/blockchain?action=validate');
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('The chain is broken')).toBeVisible();
    await expect(sheet.getByText(/Block 300 /).first()).toBeVisible();
    await sheet.getByRole('link', { name: /Show block 300/ }).click();
    await expect(page).toHaveURL(/block=300/);
    await expect(page.getByRole('heading', { name: 'Block 300' })).toBeVisible();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(page.getByText('Block 300 cannot be relied on')).toBeVisible();
    await expect(page.getByText(/no longer matches its hash/).first()).toBeVisible();

    await page.goto('/dashboard');
    const health = page.getByRole('region', { name: 'Chain Health' });
    await expect(health.getByText('Error')).toBeVisible();
    await expect(health.getByRole('link', { name: /Show block 300/ })).toBeVisible();
    await expect(page.getByText('0%', { exact: true })).toBeVisible();
  } finally {
    await change('"asset_iD"', '"asset_id"');
  }
});
