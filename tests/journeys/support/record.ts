import { expect, type Page } from '@playwright/test';

/** Lets a demo manufacturer create an asset, and optionally ship it, for another role to work on. */
export async function assetOfMaker(
  page: Page,
  { shipped = false, assetId = `ROLE-${Date.now().toString(36)}` } = {},
): Promise<string> {
  const login = { username: 'demo-maker', password: 'cairn-demo' };
  const { token } = (await (await page.request.post('/api/auth/login', { data: login })).json()) as { token: string };
  for (const action of shipped ? ['manufactured', 'shipped'] : ['manufactured']) {
    const answer = await page.request.post('/api/add-event', {
      headers: { authorization: `Bearer ${token}` },
      data: { user: 'demo-maker', action, asset_id: assetId, meta: { name: `Goods ${assetId}`, location: 'Plant' } },
    });
    expect(answer.status()).toBe(200);
  }
  return assetId;
}

/** Records an event of an asset from its page, through the form. */
export async function recordFromAsset(page: Page, assetId: string, action: string, location: string): Promise<void> {
  await page.goto(`/assets/${assetId}`);
  await page.getByRole('link', { name: 'Add Event for this asset' }).click();
  const form = page.getByRole('dialog', { name: 'Add Supply Chain Event' });
  await expect(form.getByLabel('Asset ID')).toHaveValue(assetId);
  await form.getByLabel('Action Type').selectOption(action);
  await form.getByLabel('Location').fill(location);
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByRole('button', { name: 'Evidence' })).toBeVisible();
}

/** Returns the steps of an asset's journey on its page. */
export const stepsOf = (page: Page) => page.getByRole('list', { name: 'Journey' }).getByRole('listitem');
