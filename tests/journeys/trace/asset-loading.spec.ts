import { appStarted } from '../support/app-started.ts';
import { expect, test } from '../support/journey.ts';

for (const width of [320, 390, 768, 1024, 1440])
  test(`at ${width} px the journey of an asset takes the space reserved for it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/assets/HLX-2026-007?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/assets/HLX-2026-007');
    const views = page.getByRole('tablist', { name: 'Views of the asset' });
    await expect(views).toBeVisible();
    await appStarted(page);
    await page.evaluate(() => document.fonts.ready);
    // A long name may take a second line in the heading.
    const fromHeading = () =>
      views.evaluate((tabs) => {
        const heading = document.querySelector('main header');
        return tabs.getBoundingClientRect().top - (heading?.getBoundingClientRect().bottom ?? 0);
      });
    const before = await fromHeading();
    held.resolve();
    await expect(page.getByRole('button', { name: 'Verify', exact: true })).toBeVisible();
    expect(await fromHeading()).toBe(before);
  });
