import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '../support/journey.ts';
import { holdBack } from '../support/requests.ts';
import { signInAs } from '../support/sign-in.ts';

const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const endpoint = (page: Page) => page.getByRole('combobox', { name: 'Endpoint' });
const statusOf = async (page: Page, username: string) =>
  ((await (await page.request.get(`/api/participants/${username}`)).json()) as { status: string }).status;
const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });

test('the suite announces what it will add, runs, reports what it added, and cleans up what it can', async ({
  page,
}) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/testing');
  const promise = page.getByRole('region', { name: 'What the run adds' });
  const username = /api-test-[a-z0-9-]+/.exec((await promise.textContent()) ?? '')?.[0] ?? '';
  await expect(promise).toContainText('no block and no asset');
  await expect(promise).toContainText('deactivates itself');
  const made: string[] = [];
  await page.route(/\/api\/(register|auth\/login)$/, async (route) => {
    const response = await route.fetch();
    made.push(((await response.json()) as { token: string }).token);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const added = page.getByRole('region', { name: 'What the run added' });
  await expect(added).toContainText(`Added: the account ${username}, now deactivated`, { timeout: 30_000 });
  expect(await statusOf(page, username)).toBe('inactive');
  await expect(added).toContainText('No block added');
  await expect(added).toContainText('Ended: 2 of 2 sessions');
  const figures = page.getByRole('region', { name: 'Test results' });
  await expect(figures).toContainText('14 of 14');
  await expect(figures).toContainText(/\d+\.\d ms/);
  expect(made).toHaveLength(2);
  for (const token of made) {
    const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
    expect(me.status()).toBe(401);
  }

  await page.getByRole('button', { name: /^Passed: Registration/ }).click();
  await expect(page).toHaveURL(/step=register/);
  await expect(page.getByRole('group', { name: 'request', exact: true })).toContainText(username);
  await expect(page.getByRole('group', { name: 'request', exact: true })).toContainText('sent, not shown: password');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await expect(page.getByText('content-security-policy')).toBeVisible();
  await page.getByRole('tab', { name: 'Schema check' }).click();
  await expect(page.getByText('The response matches its schema')).toBeVisible();
});

test('leaving the page during a run still deactivates the test account', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  // The last test of the suite, so that the run cannot end before the page is left.
  await holdBack(page, /\/api\/audit-log\?/);
  await page.goto('/testing');
  const promise = page.getByRole('region', { name: 'What the run adds' });
  const username = /api-test-[a-z0-9-]+/.exec((await promise.textContent()) ?? '')?.[0] ?? '';
  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await expect(page.getByRole('button', { name: /^Passed: Registration/ })).toBeVisible();
  expect(await statusOf(page, username)).toBe('active');
  await page.goto('/api/health');
  await expect.poll(() => statusOf(page, username)).toBe('inactive');
});

test('a canceled run stops and still ends its sessions; a lost response is shown with status 0', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  // The last test of the suite, so that the run cannot end before it is canceled.
  await holdBack(page, /\/api\/audit-log\?/);
  await page.route('**/api/health', (route) => route.abort());
  await page.goto('/testing');
  await page.getByRole('button', { name: 'Run All Tests' }).click();
  await expect(page.getByRole('button', { name: /^Failed: Health/ })).toContainText('0 no response');
  await expect(page.getByRole('button', { name: /^Passed: Current user/ })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'What the run added' })).toContainText('Ended: 2 of 2 sessions');
  await expect(page.getByRole('region', { name: 'Test results' })).toContainText('cancelled');
  await page.getByRole('button', { name: /^Failed: Health/ }).click();
  await expect(page.getByText(/Network failure: /)).toBeVisible();
});

test('an operation of the reference can be filled in, sent, asserted, saved, and compared', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/api-docs#get_assets_assetId');
  await expect(page.locator('main#content')).toBeAttached();
  await page.locator('li#get_assets_assetId').getByRole('link', { name: 'Open in API Testing' }).click();
  await expect(endpoint(page)).toHaveValue('/api/assets/PRD-2024-001');
  await page.getByLabel('assetId').fill('HLX-2026-025');
  await expect(endpoint(page)).toHaveValue('/api/assets/HLX-2026-025');
  await page.getByRole('button', { name: 'Add assertion' }).click();
  await page.getByRole('button', { name: 'Add assertion' }).click();
  await page.getByLabel('Kind of assertion 2').selectOption('equals');
  await page.getByLabel('Subject of assertion 2').fill('asset.assetId');
  await page.getByLabel('Expected value of assertion 2').fill('SOMETHING-ELSE');
  await send(page).click();
  await expect(answer(page).getByRole('status')).toContainText('200');
  await expect(answer(page).getByText('1 of 2 assertions passed')).toBeVisible();
  await expect(answer(page).getByText('found: "HLX-2026-025"')).toBeVisible();
  await expect(page).toHaveURL(/endpoint=%2Fapi%2Fassets%2FHLX-2026-025/);
  await answer(page).getByRole('tab', { name: 'Timing' }).click();
  await expect(answer(page).getByText('Time to first byte')).toBeVisible();
  await answer(page).getByRole('tab', { name: 'Schema check' }).click();
  await expect(answer(page).getByText('The response matches its schema')).toBeVisible();

  await send(page).click();
  await expect(answer(page).getByText('Same as the previous response')).toBeVisible();
  await page.getByRole('tab', { name: /^History/ }).click();
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Reopen' }).first().click();
  await expect(endpoint(page)).toHaveValue('/api/assets/HLX-2026-025');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('One asset');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('tab', { name: /^Saved/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  await page.getByRole('button', { name: 'Delete One asset' }).click();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await page.getByLabel('File of saved requests').setInputFiles({
    name: 'requests.json',
    mimeType: 'application/json',
    buffer: await readFile(file),
  });
  await page.getByRole('list', { name: 'Saved requests' }).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByLabel('Subject of assertion 2')).toHaveValue('asset.assetId');
});

test('a body is validated before it is sent; a write asks for confirmation, and is recorded once', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/testing?operation=post_add_event');
  const body = page.getByLabel('Request body (JSON)');
  await body.fill('{\n  "user": "demo-maker",\n  "action" "manufactured"\n}');
  await expect(
    page.getByText('Line 3, column 12: Expected : between the name of the field and its value'),
  ).toBeVisible();
  await body.fill('{\n  "user": "demo-maker",\n  "action": 7,\n  "surprise": 1\n}');
  const complaints = page.getByRole('list', { name: 'Schema errors' });
  await expect(complaints).toContainText('Line 3');
  await expect(complaints).toContainText('surprise is not a known field here');
  await expect(page.getByRole('button', { name: 'Send anyway' })).toBeVisible();

  const assetId = `TRY-${Date.now().toString(36)}`;
  const good = { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: { name: 'Tried' } };
  await body.fill(JSON.stringify(good));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a real request?' });
  await expect(dialog).toContainText('as demo-maker');
  await expect(dialog).toContainText('Idempotency-Key');
  await expect(dialog).not.toContainText(/Bearer cairn_/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await page.request.get(`/api/assets/${assetId}`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send the POST request' }).click();
  await expect(answer(page).getByRole('status')).toContainText('200');
  expect((await page.request.get(`/api/assets/${assetId}`)).status()).toBe(200);
});

test('other origins are rejected, a curl command can be imported, and a link contains no secret', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, 'demo-maker');
  await page.goto('/testing?tab=custom');
  await endpoint(page).fill('https://elsewhere.example/api/health');
  await expect(page.getByText(/your session’s token must not reach elsewhere\.example/)).toBeVisible();
  await expect(send(page)).toBeDisabled();

  await page.getByRole('button', { name: 'Paste curl' }).click();
  const command = `curl ${baseURL}/api/auth/login -H 'Content-Type: application/json' -d '{"username": "a", "password": "hidden-word"}'`;
  await page.getByRole('dialog').getByLabel('Command').fill(command);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(endpoint(page)).toHaveValue('/api/auth/login');
  await expect(page.getByLabel('Method')).toHaveValue('POST');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Left out: password.', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain('hidden-word');
  await page.goto(link);
  await expect(endpoint(page)).toHaveValue('/api/auth/login');
  await expect(page.getByLabel('Request body (JSON)')).toContainText('"username": "a"');
});

test('a failed sign-in tried here ends no session, and stores no password', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/testing?operation=post_auth_login');
  await page.getByLabel('Request body (JSON)').fill('{"username": "nobody-here", "password": "hidden-word"}');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send the POST request' }).click();
  await expect(answer(page).getByRole('status')).toContainText('401');
  await expect(page.getByRole('button', { name: 'Account of demo-maker' })).toBeVisible();
  expect(page.url()).not.toContain('hidden-word');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('hidden-word');
});

test('visitors and shippers see who may open the page', async ({ page }) => {
  await page.goto('/testing');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await signInAs(page, 'demo-shipper');
  await page.goto('/testing');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'API Testing' })).toHaveCount(0);
});
