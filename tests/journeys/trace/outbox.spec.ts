import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const fresh = (name: string) => `${name}-${Date.now().toString(36)}`;

async function fillAsset(page: Page, assetId: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
}

/** Counts the chain's events of an asset. */
async function eventsOf(page: Page, assetId: string): Promise<number> {
  const answer = await page.request.get(`/api/assets/${assetId}`);
  return answer.ok() ? ((await answer.json()) as { history: unknown[] }).history.length : 0;
}

test('an event recorded offline waits, survives a reload, and arrives once', async ({ page, context }) => {
  await signInAs(page, 'demo-maker');
  const assetId = fresh('OFF');
  await page.goto('/assets?action=add');
  await expect(page.getByRole('dialog').getByLabel('Asset ID')).toBeVisible();
  await context.setOffline(true);
  await fillAsset(page, assetId);
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await expect(page.getByText(/You're offline/)).toBeVisible();

  // The server is reachable again, except for the submission, which still waits across a reload.
  await page.route('**/api/add-event', (route) => route.abort());
  await context.setOffline(false);
  await page.goto('/events?action=outbox');
  const item = page.getByRole('dialog').getByRole('listitem', { name: new RegExp(assetId) });
  await expect(item).toContainText(/\d+ attempts/);
  await expect(item).toContainText('The server could not be reached.');
  expect(await eventsOf(page, assetId)).toBe(0);

  await page.unroute('**/api/add-event');
  // It may be sent automatically before the button is pressed.
  const sent = page.getByText('Nothing to send');
  await expect(async () => {
    if (!(await sent.isVisible())) await item.getByRole('button', { name: 'Send Now' }).click({ timeout: 500 });
    await expect(sent).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await eventsOf(page, assetId)).toBe(1);
});

test('a server that cannot record now is not reported as unreachable', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/assets?action=add');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByLabel('Asset ID')).toBeVisible();
  await page.route('**/api/add-event', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"Not available right now."}' }),
  );
  await fillAsset(page, fresh('BUSY'));
  await expect(sheet.getByText("The server can't record events right now.")).toBeVisible();
  await expect(page.getByText("Couldn't reach the server.")).toHaveCount(0);
});

test('an open form shows the receipt, or the reason, once a waiting event was sent', async ({ page, context }) => {
  await signInAs(page, 'demo-maker');
  const assetId = fresh('BACK');
  await page.goto('/assets?action=add');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByLabel('Asset ID')).toBeVisible();
  await context.setOffline(true);
  await fillAsset(page, assetId);
  await expect(sheet.getByText('Your event is saved on this device')).toBeVisible();
  await context.setOffline(false);
  const receipt = sheet.getByRole('heading', { name: /Recorded in block #[\d,]+/ });
  await expect(receipt).toBeVisible();
  await expect(sheet.getByText('Your event is saved on this device')).toBeHidden();
  const { history } = (await (await page.request.get(`/api/assets/${assetId}`)).json()) as {
    history: { blockIndex: number }[];
  };
  expect(history.map(({ blockIndex }) => `Recorded in block #${blockIndex.toLocaleString('en')}`)).toEqual([
    await receipt.textContent(),
  ]);

  await sheet.getByRole('button', { name: 'Record Another' }).click();
  await context.setOffline(true);
  await fillAsset(page, assetId);
  await expect(sheet.getByText('Your event is saved on this device')).toBeVisible();
  await context.setOffline(false);
  await expect(sheet.getByRole('alert')).toContainText('The event was not recorded.');
  expect(await eventsOf(page, assetId)).toBe(1);
});

test('a lost response duplicates nothing, with two tabs open', async ({ page, context }) => {
  await signInAs(page, 'demo-maker');
  const assetId = fresh('LOST');
  const other = await context.newPage();
  await other.goto('/events');
  let lost = 0;
  await context.route('**/api/add-event', async (route) => {
    if (lost++ > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.goto('/assets?action=add');
  await fillAsset(page, assetId);
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Outbox' })).toBeVisible();
  await page.goto('/events?action=outbox');
  const dialog = page.getByRole('dialog');
  const sendNow = dialog.getByRole('button', { name: 'Send Now' });
  await expect(async () => {
    if (await sendNow.isEnabled({ timeout: 500 }).catch(() => false)) await sendNow.click({ timeout: 500 });
    await expect(dialog.getByText('Nothing to send')).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await eventsOf(page, assetId)).toBe(1);
});

test('a refused event shows its reason, and can be edited and sent; another is discarded after confirmation', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  const assetId = fresh('REF');
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog');
  const put = async (asset: string) => {
    await sheet.getByLabel('Action Type').selectOption('quality_check');
    await fillAsset(page, asset);
    await expect(sheet.getByText('Your event is saved on this device')).toBeVisible();
  };
  await page.route('**/api/add-event', (route) => route.abort());
  await put('NO-SUCH-ASSET');
  await put('NO-SUCH-ASSET');
  await page.unroute('**/api/add-event');
  await sheet.getByRole('link', { name: 'Open the outbox' }).click();
  await sheet.getByRole('button', { name: 'Send All Now' }).click();
  const items = sheet.getByRole('list', { name: 'Outbox' }).getByRole('listitem');
  await expect(items.first()).toContainText('Asset NO-SUCH-ASSET not found.');
  await expect(items.last()).toContainText('Waits until');

  await page.request.post('/api/add-event', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth-token'))}` },
    data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: {} },
  });
  await items.last().getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard this event?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(items).toHaveCount(1);
  await items.first().getByRole('button', { name: 'Edit' }).click();
  await items.first().getByLabel('Asset ID').fill(assetId);
  await items.first().getByRole('button', { name: 'Save and Send' }).click();
  await expect(sheet.getByText('Nothing to send')).toBeVisible();
  expect(await eventsOf(page, assetId)).toBe(2);
});

test('an expired session keeps the outbox and asks to sign in; signing out asks for confirmation', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const signIn = async () => {
    const form = page.getByRole('dialog');
    await form.getByLabel('Username').fill('demo-shipper');
    await form.getByLabel('Password', { exact: true }).fill('cairn-demo');
    await form.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Account of demo-shipper' })).toBeVisible();
  };
  await signIn();
  await page.route('**/api/add-event', (route) => route.abort());
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Action Type').selectOption('shipped');
  await fillAsset(page, 'HLX-2026-025');
  await expect(sheet.getByText('Your event is saved on this device')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Account of demo-shipper' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: '1 event not sent yet' });
  await question.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(page.getByRole('button', { name: 'Account of demo-shipper' })).toBeVisible();

  // The session ends without the page's knowledge.
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('auth-token')}` };
    await fetch('/api/auth/logout', { method: 'POST', headers });
  });
  await page.unroute('**/api/add-event');
  await page.goto('/dashboard');
  const notice = page.getByRole('region', { name: 'Outbox' });
  await notice.getByRole('button', { name: 'Sign In to Send' }).click();
  await signIn();
  await expect(notice).toBeHidden();
});

test('a server that never answers is reported, and the event leaves a receipt after its form was closed', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  const assetId = fresh('HANG');
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Action Type').selectOption('manufactured');
  let attempts = 0;
  let closed = false;
  await page.route('**/api/add-event', (route) => {
    attempts += 1;
    // The first attempt is never answered.
    if (attempts > 1) return closed ? route.continue() : route.abort();
    return undefined;
  });
  await fillAsset(page, assetId);
  await expect(sheet.getByText("The server doesn't answer. The event waits on this device")).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  closed = true;
  await expect(page.getByText(`Manufactured · ${assetId} waited on this device`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the asset' }).click();
  await expect(page).toHaveURL(new RegExp(`/assets/${assetId}$`));
  expect(await eventsOf(page, assetId)).toBe(1);

  await page.goto('/events?action=outbox');
  const sent = page.getByRole('dialog').getByRole('list', { name: 'Last sent' });
  await expect(sent.getByRole('link', { name: assetId })).toHaveAttribute('href', `/assets/${assetId}`);
  await expect(sent.getByRole('link', { name: /^#[\d,]+$/ })).toHaveCount(1);
});

test('an event is not sent while it is edited, and is then sent as edited', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  const [edited, other] = [fresh('EDIT'), fresh('SENT')];
  await page.route('**/api/add-event', (route) => route.abort());
  for (const assetId of [edited, other]) {
    await page.goto('/assets?action=add');
    await fillAsset(page, assetId);
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  }
  await page.goto('/events?action=outbox');
  const itemOf = (assetId: string) => page.getByRole('dialog').getByRole('listitem', { name: new RegExp(assetId) });
  await itemOf(edited).getByRole('button', { name: 'Edit' }).click();
  await itemOf(edited).getByLabel('Location').fill('Right place');
  await page.unroute('**/api/add-event');
  // Both could be sent now. The arrival of the other one shows that sending continues.
  await page.getByRole('dialog').getByRole('button', { name: 'Send All Now' }).click();
  await expect(itemOf(other)).toBeHidden();
  expect(await eventsOf(page, other)).toBe(1);
  expect(await eventsOf(page, edited)).toBe(0);
  await expect(itemOf(edited).getByLabel('Location')).toHaveValue('Right place');

  await itemOf(edited).getByRole('button', { name: 'Save and Send' }).click();
  await expect(page.getByText('Nothing to send')).toBeVisible();
  const { asset } = (await (await page.request.get(`/api/assets/${edited}`)).json()) as {
    asset: { currentLocation: string; eventCount: number };
  };
  expect(asset).toMatchObject({ currentLocation: 'Right place', eventCount: 1 });
});
