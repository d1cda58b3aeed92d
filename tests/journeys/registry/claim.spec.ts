import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('the city issues a code, and a resident claims the property with it', async ({ page, browser }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/properties/HB-0010-003');
  const desk = page.getByRole('region', { name: 'Known to the registry' });
  await desk
    .getByRole('button', { name: /^Issue Claim Code/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Claim code' });
  await expect(dialog).toContainText(/([0-9A-Z]{4}-){4}[0-9A-Z]{4}/);
  const code = /([0-9A-Z]{4}-){4}[0-9A-Z]{4}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';

  const home = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await signInAs(home, 'demo-resident');
  await home.goto('/detroit/resident');
  const form = home.getByRole('region', { name: 'Claim a property' });
  await form.getByLabel('Code').fill('AAAA-AAAA-AAAA-AAAA-AAAA');
  await form.getByRole('button', { name: 'Claim Property' }).click();
  await expect(form.getByRole('alert')).toContainText('not valid');
  await form.getByLabel('Code').fill(code.toLowerCase());
  await form.getByRole('button', { name: 'Claim Property' }).click();
  await expect(home.getByRole('region', { name: 'My Properties' }).getByText('HB-0010-003')).toBeVisible();
  await home.close();
});
