import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

test('the first screen on a phone shows what is owed, and Pay opens the form', async ({ page }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident');
  await expect(page.getByText(/^\$[\d,.]+ owed on \d properties$/)).toBeInViewport();
  const pay = page.getByRole('button', { name: 'Pay taxes' });
  await expect(pay).toBeInViewport();
  await pay.click();
  await expect(page.getByLabel('Amount in dollars')).toBeInViewport();
  await expect(page.getByLabel('Property', { exact: true })).toBeInViewport();
});

test('a row of tabs marks each end with more tabs beyond it', async ({ page }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident');
  const [first, last] = [
    page.getByRole('tab', { name: /^My Properties/ }),
    page.getByRole('tab', { name: /^Notices/ }),
  ];
  const row = page.getByRole('tablist', { name: 'Resident portal' }).locator('xpath=../..');
  const arrows = row.locator('button[aria-hidden]');
  await expect(arrows).toHaveCount(1);
  await expect(last).not.toBeInViewport();
  await arrows.click();
  await expect(arrows).toHaveCount(2);
  await last.click();
  await expect(arrows).toHaveCount(1);
  await expect(first).not.toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(arrows).toHaveCount(0);
});

test('a claim code is fully visible when it is issued and when it is typed', async ({ page, browser }) => {
  await signInAs(page, 'demo-government');
  // No other journey claims it.
  await page.goto('/detroit/properties/HB-0017-002');
  await page
    .getByRole('button', { name: /^Issue Claim Code/ })
    .first()
    .click();
  const chip = page.getByRole('dialog').getByRole('button', { name: /^Copy Claim code/ });
  const code = ((await chip.textContent()) ?? '').replace('Copy Claim code', '');
  expect(code).toMatch(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);
  const isCut = (element: HTMLElement | SVGElement) => element.scrollWidth > element.clientWidth + 1;
  expect(await chip.locator('span').last().evaluate(isCut)).toBe(false);

  const home = await browser.newPage({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 320, height: 640 },
    hasTouch: true,
  });
  await signInAs(home, 'demo-resident');
  await home.goto('/detroit/resident');
  const field = home.getByRole('region', { name: 'Claim a property' }).getByLabel('Code');
  await field.fill(code);
  expect(await field.evaluate(isCut)).toBe(false);
  await home.close();
});

test('each amount of a bill is on one line, next to or below its words', async ({ page }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay');
  // Its second installment has the longest words.
  const bill = page.getByRole('region', { name: /^Tax of/ }).filter({ hasText: 'overdue' });
  await expect(bill.getByText('overdue').last()).toBeVisible();
  const broken = await bill.locator('dd, li > span').evaluateAll((all) =>
    all
      .filter((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((each) => each.textContent),
  );
  expect(broken).toEqual([]);
});

for (const width of [320, 768])
  test(`at ${width} px the totals of the registry stay inside their cells, and no amount is broken`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 1024 });
    await page.goto('/detroit');
    const totals = page.getByRole('region', { name: 'Totals of the registry' });
    await expect(totals.getByText(/^\$[\d,]+\.\d\d$/)).toHaveCount(2);
    const wrong = await totals.locator('dl > div').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
          return [...cell.querySelectorAll('dt, dd')].some((each) => {
            const text = document.createRange();
            text.selectNodeContents(each);
            const lines = [...text.getClientRects()];
            const isAmount = /^\$.*\.\d\d$/.test(each.textContent);
            return (
              lines.some(({ right }) => right > end + 1) ||
              (isAmount && new Set(lines.map(({ bottom }) => Math.round(bottom))).size > 1)
            );
          });
        })
        .map((cell) => cell.textContent),
    );
    expect(wrong).toEqual([]);
  });
