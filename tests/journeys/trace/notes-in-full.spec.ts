import { expect, type Locator, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const name = 'Washed Arabica from the Huye station, lot seven, 60 kg';

/** Records an asset with a long name, and events of it with one anomaly and with two. Returns its id. */
async function recordAnomalies(page: Page): Promise<string> {
  const assetId = `NOTES-${Date.now().toString(36)}`;
  const add = async (user: string, action: string, daysAgo: number, more = {}) => {
    const login = { username: user, password: 'cairn-demo' };
    const { token } = (await (await page.request.post('/api/auth/login', { data: login })).json()) as { token: string };
    const timestamp = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const answer = await page.request.post('/api/add-event', {
      headers: { authorization: `Bearer ${token}` },
      data: { user, action, asset_id: assetId, meta: { timestamp, ...more } },
    });
    expect(answer.status()).toBe(200);
  };
  await add('demo-maker', 'manufactured', 0.01, { name, location: 'Warehouse four at the airport of Kigali' });
  await add('demo-maker', 'quality_check', 3);
  await add('demo-shipper', 'received', 2);
  return assetId;
}

/** Returns how many pixels of a table are beyond the edge that it scrolls behind. */
const hiddenBeside = (table: Locator) =>
  table.evaluate(({ parentElement }) => (parentElement ? parentElement.scrollWidth - parentElement.clientWidth : 0));

test('at 1024 px no column of the events is out of sight, and an asset has its ID and notes below its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const assetId = await recordAnomalies(page);
  await signInAs(page, 'demo-maker');
  await page.goto(`/events?asset=${assetId}`);
  const events = page.getByRole('table', { name: 'Events' });
  await expect(events.getByText('before the previous event').filter({ visible: true })).toHaveCount(2);
  await expect(events.locator('code').getByText(assetId).filter({ visible: true })).toHaveCount(3);
  expect(await hiddenBeside(events)).toBe(0);
});

test('at 1440 px no column of the events and no name of an asset is cut', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const assetId = await recordAnomalies(page);
  await signInAs(page, 'demo-maker');
  await page.goto(`/events?asset=${assetId}`);
  const events = page.getByRole('table', { name: 'Events' });
  await expect(events.getByText('before the previous event').filter({ visible: true })).toHaveCount(2);
  expect(await hiddenBeside(events)).toBe(0);

  await page.goto('/dashboard?clock=recorded');
  const feed = page.getByRole('list', { name: 'Recent Activity' });
  const names = feed.getByRole('link', { name: `${name} ${assetId}` });
  await expect(names).toHaveCount(3);
  const cut = await names.evaluateAll(
    (links) => links.filter((link) => link.scrollWidth > link.clientWidth + 1).length,
  );
  expect(cut).toBe(0);
});
