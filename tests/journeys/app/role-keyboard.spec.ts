import { appStarted } from '../support/app-started.ts';
import { expect, test } from '../support/journey.ts';
import { pressOn, tabTo, writeInto } from '../support/keys.ts';
import { assetOfMaker, stepsOf } from '../support/record.ts';
import { signInAs } from '../support/sign-in.ts';
import { signUp } from '../support/sign-up.ts';

test('the main task of each screen works with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page, 'manufacturer');
  const assetId = `KEYS-${Date.now().toString(36)}`;
  const sheet = page.getByRole('dialog');

  await page.goto('/assets');
  const add = page.getByRole('button', { name: 'Add Asset' });
  await expect(add).toBeVisible();
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await tabTo(page, sheet.getByLabel('Asset ID'));
  await page.keyboard.type(assetId);
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Evidence' })).toBeVisible();
  await tabTo(page, sheet.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('/');
  await page.keyboard.type(assetId);
  const row = page.getByRole('row', { name: assetId });
  await expect(row).toBeVisible();
  await tabTo(page, row.getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/assets/${assetId}`));
  const verify = page.getByRole('button', { name: 'Verify', exact: true }).first();
  await expect(verify).toBeVisible();
  await tabTo(page, verify);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Verify again' }).first()).toBeVisible();

  await page.goto('/blockchain');
  await expect(page.getByRole('heading', { name: /^Block \d/ })).toBeVisible();
  const before = await page.getByRole('heading', { name: /^Block \d/ }).textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: /^Block \d/ })).not.toHaveText(before ?? '');

  await page.goto('/audit');
  const generate = page.getByRole('button', { name: 'Generate Audit Log' });
  await expect(generate).toBeVisible();
  await tabTo(page, generate);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Audit log' }).getByRole('row')).toHaveCount(26);
});

test('the dashboard can be filtered, arranged and left with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  const titles = () => page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  await appStarted(page);
  await expect(page.getByRole('heading', { name: 'Chain Health' })).toBeVisible();
  await tabTo(page, page.getByLabel('Period'));
  await page.keyboard.type('Last 7');
  await expect(page).toHaveURL(/range=7/);

  await pressOn(page, page.getByRole('button', { name: 'Arrange panels' }));
  const dialog = page.getByRole('dialog', { name: 'Arrange panels' });
  const up = dialog.getByRole('button', { name: 'Move Chain Health up' });
  await pressOn(page, up);
  // A moved panel keeps the focus, so that it can be moved again.
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await pressOn(page, dialog.getByRole('checkbox', { name: 'Assets by status' }), 'Space');
  await pressOn(page, dialog.getByRole('button', { name: 'Done' }));
  await expect(dialog).toBeHidden();
  expect(await titles()).toEqual([
    'Needs attention',
    'Events by day',
    'Chain Health',
    'Recent Activity',
    'AI Assistant',
  ]);

  await pressOn(page, page.getByRole('region', { name: 'Totals' }).getByRole('link').first());
  await expect(page).not.toHaveURL(/dashboard/);
});

test('the row of an event opens its asset with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events?event=shipped');
  await tabTo(page, page.getByRole('table', { name: 'Events' }).locator('tbody tr').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/assets\/[^?]+$/);
});

test('events can be filtered, paged and opened with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events');
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await tabTo(page, page.getByRole('search').getByLabel('Action'));
  await page.keyboard.type('Shi');
  await expect(page).toHaveURL(/event=shipped/);
  await expect(rows.filter({ hasNotText: 'Shipped' })).toHaveCount(0);
  const shown = await rows.count();
  await tabTo(page, rows.first());
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await expect(page.getByRole('columnheader', { name: 'Participant' })).toBeInViewport();
  await pressOn(page, page.getByRole('button', { name: 'Load older events' }));
  await expect.poll(() => rows.count()).toBeGreaterThan(shown);
  // A row of the maker's own shipments has three links.
  await tabTo(page, rows.nth(shown).getByRole('link', { name: /^#[\d,]+$/ }), 300);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blockchain\?block=\d+/);
});

test('an event can be recorded with the keyboard alone, and the first Escape afterward closes the form', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events');
  await pressOn(page, page.getByRole('button', { name: 'Add Event' }));
  const sheet = page.getByRole('dialog');
  await tabTo(page, sheet.getByLabel('Action Type'));
  await page.keyboard.type('Manu');
  await writeInto(page, sheet.getByLabel('Asset ID'), `KEY-${Date.now().toString(36)}`);
  await pressOn(page, sheet.getByRole('button', { name: 'Add to Blockchain' }));
  const toast = page.getByText('Event Added Successfully', { exact: true });
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.locator('[data-state="open"]').filter({ has: toast })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});

test('an event can be corrected from its asset’s page with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  const assetId = await assetOfMaker(page, { shipped: true });
  await page.goto(`/assets/${assetId}`);
  await pressOn(page, stepsOf(page).getByRole('link', { name: /^Correct block/ }));
  const sheet = page.getByRole('dialog');
  await writeInto(page, sheet.getByLabel('Location'), 'Bergen');
  await writeInto(page, sheet.getByLabel('Reason'), 'typing error');
  await pressOn(page, sheet.getByRole('button', { name: 'Record the Correction' }));
  await expect(sheet.getByText(/Recorded in block #\d+/)).toBeVisible();
  await pressOn(page, sheet.getByRole('link', { name: /journey/ }));
  await expect(stepsOf(page).filter({ hasText: 'Corrects block' })).toHaveCount(1);
});

test('spreadsheet rows can be pasted, reviewed and recorded with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events');
  await pressOn(page, page.getByRole('button', { name: 'Import CSV' }));
  const sheet = page.getByRole('dialog');
  const asset = `PASTE-${Date.now().toString(36)}`;
  await writeInto(page, sheet.getByLabel('Or paste rows'), `action,asset_id\nmanufactured,${asset}\nshipped,${asset}`);
  await pressOn(page, sheet.getByRole('button', { name: 'Review Rows' }));
  await pressOn(page, sheet.getByRole('button', { name: 'Record 2 events' }));
  await expect(sheet.getByText('2 of 2 events recorded')).toBeVisible();
  await pressOn(page, sheet.getByRole('button', { name: 'Done' }));
  await expect(sheet.getByLabel('Or paste rows')).toBeVisible();
});

test('the assistant can be asked, and its sources opened, with the keyboard alone', async ({ page }) => {
  await page.goto('/chat');
  await writeInto(page, page.getByRole('textbox', { name: 'Your question' }), 'where is HLX-2026-003');
  // Before the app has taken over the page, the field takes text and nothing is sent.
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Messages' }).getByText(/^HLX-2026-003 .* Its status is/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  const sources = page.getByRole('list', { name: 'Sources' });
  await pressOn(page, sources.getByRole('link', { name: 'HLX-2026-003' }).first());
  await expect(page).toHaveURL(/\/assets\/HLX-2026-003$/);
});

test('a custom request can be sent with the keyboard alone', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/testing');
  const custom = page.getByRole('tab', { name: 'Custom' });
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await expect(custom).toHaveAttribute('aria-selected', 'true');
  await writeInto(page, page.getByRole('combobox', { name: 'Endpoint' }), '/api/health');
  await pressOn(page, page.getByRole('button', { name: 'Send', exact: true }));
  await expect(page.getByRole('region', { name: 'Response', exact: true }).getByRole('status')).toContainText('200');
});
