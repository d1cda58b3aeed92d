import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('an event can be corrected with a form, and the asset’s journey shows both, linked to each other', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  const assetId = `COR-${Date.now().toString(36)}`;
  const record = (action: string, location: string) =>
    page.evaluate(
      async ([id, what, where]) => {
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('auth-token')}`,
        };
        const body = JSON.stringify({ user: 'demo-maker', action: what, asset_id: id, meta: { location: where } });
        return (await (await fetch('/api/add-event', { method: 'POST', headers, body })).json()).block.index;
      },
      [assetId, action, location] as const,
    );
  await page.goto('/dashboard');
  await record('manufactured', 'Plant');
  const wrong = await record('shipped', 'Bergn');

  await page.goto(`/events?asset=${assetId}`);
  await expect(page.getByRole('link', { name: /^Correct/ })).toHaveCount(1);
  await page.getByRole('link', { name: /^Correct/ }).click();
  await expect(page).toHaveURL(new RegExp(`action=correct&block=${wrong}`));
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByLabel('Location')).toHaveValue('Bergn');
  await sheet.getByRole('button', { name: 'Record the Correction' }).click();
  await expect(sheet.getByText('Nothing has changed')).toBeVisible();
  await sheet.getByLabel('Location').fill('Bergen');
  await expect(sheet.getByRole('region', { name: 'Changes to record' })).toContainText('before: Bergn');
  await sheet.getByLabel('Reason').fill('typing error');
  await sheet.getByRole('button', { name: 'Record the Correction' }).click();
  await expect(sheet.getByText(/Recorded in block #\d+/)).toBeVisible();

  await sheet.getByRole('link', { name: /journey/ }).click();
  const steps = page.getByRole('list', { name: 'Journey' }).getByRole('listitem');
  await expect(steps.filter({ hasText: 'No longer counts: corrected by block' })).toHaveCount(1);
  await expect(steps.filter({ hasText: `Corrects block` })).toHaveCount(1);
  await expect(page.getByText('Bergen').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Correct block/ })).toHaveCount(0);

  await page.goto(`/blockchain?block=${wrong}`);
  const details = page.getByRole('region', { name: /^Block [\d,]+$/ });
  await expect(details.getByText(/^Corrected by block/)).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(`^#${wrong.toLocaleString('en')} `) });
  const link = row.getByText(/^Corrected by block/).getByRole('link');
  // Other blocks may have come between the two.
  const correction = ((await link.textContent()) ?? '').replaceAll(/\D/g, '');
  expect(Number(correction)).toBeGreaterThan(wrong);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`block=${correction}$`));
  await expect(details.getByText(/^Corrected by block/)).toHaveCount(0);

  await page.goto(`/events?action=correct&block=${wrong}`);
  await expect(page.getByRole('dialog').getByText('This event was already corrected')).toBeVisible();
});

test('correcting an event is offered only to the account that recorded it', async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/events?event=manufactured');
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Correct/ })).toHaveCount(0);
  const made = await page.request.get('/api/recent-activities?action=manufactured&limit=1&clock=recorded');
  const { activities } = await made.json();
  await page.goto(`/events?action=correct&block=${activities[0].blockIndex}`);
  await expect(page.getByRole('dialog').getByText("You can't correct this event")).toBeVisible();
});
