import { expect, test } from '../support/journey.ts';

test('the lineage of a blend can be followed in both directions', async ({ page }) => {
  await page.goto('/assets?search=lake kivu blend, green&sortBy=name&sortOrder=asc');
  await page.getByRole('link', { name: 'Lake Kivu blend, green' }).first().click();
  await page.getByRole('tab', { name: 'Lineage' }).click();
  await expect(page).toHaveURL(/tab=lineage/);
  const upstream = page.getByRole('list', { name: 'Made from' });
  const downstream = page.getByRole('list', { name: 'Went into' });
  await expect(upstream.getByRole('link', { name: /Green lot/ })).toHaveCount(3);
  await expect(
    page.getByRole('region', { name: 'Graph of the lineage' }).getByRole('button', { name: /Green lot/ }),
  ).toHaveCount(3);
  await downstream
    .getByRole('link', { name: /roasted/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /roasted/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Made from' }).getByRole('link', { name: /blend, green/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Went into' }).click();
  await expect(page).toHaveURL(/direction=downstream/);
  await expect(page.getByText('Not recorded as an input of anything.')).toBeVisible();
  await page.getByRole('radio', { name: 'Made from' }).click();
  const graph = page.getByRole('region', { name: 'Graph of the lineage' });
  await graph.getByRole('button', { name: /blend, green/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /blend, green/ })).toBeVisible();
});

test('the journey, the map and the lineage share one selected step, and the back button returns to it', async ({
  page,
}) => {
  await page.goto('/assets?search=lake kivu blend, green&sortBy=name&sortOrder=asc');
  await page.getByRole('link', { name: 'Lake Kivu blend, green' }).first().click();
  const stones = page.getByRole('listbox', { name: 'Steps' });
  const steps = page.getByRole('list', { name: 'Journey' }).getByRole('listitem');
  await steps.last().getByRole('button').first().click();
  await expect(steps.last()).toHaveAttribute('aria-current', 'step');
  await expect(stones.getByRole('option', { selected: true })).toHaveCount(1);
  const last = page.url();
  await page.getByRole('tab', { name: 'Lineage' }).click();
  await expect(page).toHaveURL(/step=\d+/);
  const made = page.getByRole('list', { name: 'Made from' });
  await made
    .getByRole('button', { name: /^Select step/ })
    .first()
    .click();
  await expect(made.locator('[aria-current="step"]')).toHaveCount(3);
  await expect(stones.getByRole('option', { selected: true })).toContainText('Manufactured');
  await page.getByRole('tab', { name: 'Map' }).click();
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('button', { pressed: true })).toHaveCount(1);
  await page.getByRole('tab', { name: 'Journey' }).click();
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');
  for (let n = 0; n < 4; n++) await page.goBack();
  await expect(page).toHaveURL(last);
  await expect(steps.last()).toHaveAttribute('aria-current', 'step');
});

test('a step can be selected on the line, in the timeline and in the URL, and walked by keyboard', async ({ page }) => {
  await page.goto('/assets/HLX-2026-025');
  const steps = page.getByRole('listbox', { name: 'Steps' }).getByRole('option');
  await steps.first().click();
  await expect(page).toHaveURL(/step=\d+/);
  const first = page.url();
  await expect(page.getByRole('list', { name: 'Journey' }).locator('[aria-current="step"]')).toHaveCount(1);
  await page.keyboard.press(']');
  await expect(page).not.toHaveURL(first);
  await page.keyboard.press('[');
  await expect(page).toHaveURL(first);
  await page.getByRole('tab', { name: 'Custody' }).click();
  await expect(page.getByRole('list', { name: 'Custody' }).getByText('helix-biologics')).toBeVisible();
});
