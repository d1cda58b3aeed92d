import { expect, type Page, test } from '../support/journey.ts';
import { blockLiveEvents } from '../support/requests.ts';
import { signInAs } from '../support/sign-in.ts';

/** Opens a separate session, which a test may end. */
async function ownToken(page: Page, username: string): Promise<string> {
  const answer = await page.request.post('/api/auth/login', { data: { username, password: 'cairn-demo' } });
  return ((await answer.json()) as { token: string }).token;
}

/** Makes `path` fail like a server in trouble. */
const answerWith = (page: Page, path: RegExp, status: number, body: unknown) =>
  page.route(path, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: body === undefined ? '' : JSON.stringify(body) }),
  );

test('a session that ends during work clears the token in every tab, and shows the next step', async ({
  page,
  context,
}) => {
  const token = await ownToken(page, 'demo-shipper');
  await page.goto('/');
  await page.evaluate((kept) => localStorage.setItem('auth-token', kept), token);
  const other = await context.newPage();
  // A live event would make either tab call the server, and detect the end before the work does.
  for (const tab of [page, other]) await blockLiveEvents(tab);
  await page.goto('/events?action=add');
  await other.goto('/dashboard');
  const form = page.getByRole('dialog', { name: 'Add Supply Chain Event' });
  await expect(form).toBeVisible();
  for (const tab of [page, other]) await expect(tab.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Account of demo-shipper' })).toBeVisible();
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await form.getByLabel('Action Type').selectOption('shipped');
  await form.getByPlaceholder('PRD-2024-XXX').fill('HLX-2026-025');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Authentication required. Please log in again.').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull();
  await expect(other.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('an unknown page answers 404 and says so, and every page of the app answers 200', async ({ page }) => {
  for (const path of ['/nothing', '/assets/A-1/nothing', '/metrics']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  const list = await (await page.request.get('/api/detroit/properties?limit=1')).json();
  const [{ propertyId }] = (list as { properties: [{ propertyId: string }] }).properties;
  for (const path of [
    '/',
    '/assets',
    '/assets/HLX-2026-025',
    '/assets/HLX-2026-025/recall',
    '/participants/blue-strait',
    `/detroit/properties/${propertyId}`,
    '/blockchain',
    '/blockchain?block=1',
  ])
    expect((await page.request.get(path)).status(), path).toBe(200);
});

test('a page about an unknown asset, participant, property, transaction or block answers 404 with the page that explains it', async ({
  page,
}) => {
  for (const [path, words] of [
    ['/assets/NO-SUCH-ASSET', 'Asset not found'],
    ['/participants/no-such-participant', 'Participant not found'],
    ['/detroit/properties/NO-SUCH-PARCEL', 'Property not found'],
    ['/detroit/properties/no such parcel', 'Property not found'],
    [`/transactions/0x${'00'.repeat(32)}`, 'Transaction not found'],
    ['/blockchain?block=99999999', 'Block not found'],
    ['/blockchain?block=pebble', 'Not a valid block'],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByText(words).first()).toBeAttached();
    await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0);
  }
  expect((await page.request.get('/assets/NO-SUCH-ASSET/recall')).status()).toBe(404);
});

test('a failed load of assets shows the reason and a retry button', async ({ page }) => {
  await answerWith(page, /\/api\/assets\?/, 400, { error: 'The shelf is closed.' });
  await page.goto('/assets');
  await expect(page.getByText('Failed to load assets: The shelf is closed.')).toBeVisible();
  await page.unroute(/\/api\/assets\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Assets', exact: true }).getByRole('row')).toHaveCount(11);
});

test('a response without a message is reported by its status', async ({ page }) => {
  await answerWith(page, /\/api\/assets\?/, 418, undefined);
  await page.goto('/assets');
  await expect(page.getByText('Failed to load assets: HTTP error! status: 418')).toBeVisible();
});

test('a refusal without a message gets a default one', async ({ page }) => {
  const wordless = {
    type: 'about:blank',
    title: '',
    status: 400,
    detail: '',
    error: '',
    code: 'request.invalid',
    requestId: 'r-1',
  };
  await answerWith(page, /\/api\/(assets\?|auth\/login|auth\/set-password)/, 400, wordless);
  await page.goto('/assets');
  await expect(page.getByText('Failed to load assets: Unknown error')).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('demo-shipper');
  await dialog.getByLabel('Password', { exact: true }).fill('cairn-demo');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByRole('alert')).toHaveText('Authentication failed');

  await signInAs(page, 'demo-shipper');
  await page.goto('/profile?edit=password');
  await page.getByLabel('Current password').fill('cairn-demo');
  await page.getByLabel('New password', { exact: true }).fill('four wise stones');
  await page.getByLabel('Confirm new password').fill('four wise stones');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to update password' })).toBeVisible();
});

test('a message that could not be sent shows an error', async ({ page }) => {
  await page.route('**/api/chatbot', (route) => route.abort());
  await page.goto('/chat');
  await expect(page.locator('main#content')).toBeAttached();
  await page.getByRole('textbox', { name: 'Your question' }).fill('Is the chain intact?');
  await page.getByRole('button', { name: 'Send' }).click();
  const toast = page.locator('li[data-state=open]');
  await expect(toast.getByText('Error', { exact: true })).toBeVisible();
  await expect(toast.getByText('Failed to send message. Please try again.', { exact: true })).toBeVisible();
});

test('a failed log download is reported in the console, and its button offers a retry', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/audit?generated=yes');
  await answerWith(page, /\/api\/audit-log\?.*format=csv/, 500, { error: 'The log is closed.' });
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Downloading the audit log failed'),
  );
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await logged).type()).toBe('error');
  await expect(page.locator('li[data-state=open]')).toHaveCount(0);
  await page.unrouteAll();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV: try again' }).click();
  expect((await download).suggestedFilename()).toMatch(/^cairn-audit-\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(page.getByRole('button', { name: 'Download CSV', exact: true })).toBeVisible();
});

test('missing input is reported at its field, and a refused event with the server’s message', async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/events?action=add');
  const form = page.getByRole('dialog', { name: 'Add Supply Chain Event' });
  await form.getByRole('combobox', { name: 'Participant' }).fill('');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  for (const sentence of ['Participant is required', 'Action is required', 'Asset ID is required'])
    await expect(form.getByText(sentence)).toBeVisible();
  await answerWith(page, /\/api\/add-event/, 403, {
    error: 'Unauthorized. Please register first.',
    hint: 'Use the register endpoint.',
  });
  await form.getByRole('combobox', { name: 'Participant' }).fill('demo-shipper');
  await page.getByRole('option', { name: /^demo-shipper/ }).click();
  await form.getByLabel('Action Type').selectOption('shipped');
  await form.getByPlaceholder('PRD-2024-XXX').fill('HLX-2026-025');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Failed to Add Event').first()).toBeVisible();
  await expect(page.getByText('Unauthorized. Please register first.').first()).toBeVisible();
});

test('an account without an e-mail address is rejected at the e-mail field', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.locator('main#content')).toBeAttached();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Account', exact: true }).first().click();
  await dialog.getByLabel('Username').fill('no-mail');
  await dialog.getByLabel('Password', { exact: true }).fill('stones-on-stones');
  await dialog.getByRole('button', { name: 'Create Account' }).last().click();
  await expect(dialog.getByText('Email is required for registration')).toBeVisible();
});

test('an unknown page and a restricted page explain themselves', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/events');
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByText('You need to sign in to access this feature.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await signInAs(page, 'demo-auditor');
  await page.goto('/events');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
});
