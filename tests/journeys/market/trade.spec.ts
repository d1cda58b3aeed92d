import type { Browser } from '@playwright/test';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

type Portfolio = { cash: { free: number; held: number }; holdings: { propertyId: string; shares: number }[] };

async function tokenOf(page: Page, username: string): Promise<string> {
  const answer = await page.request.post('/api/auth/login', { data: { username, password: 'cairn-demo' } });
  return ((await answer.json()) as { token: string }).token;
}

async function portfolioOf(page: Page, username: string): Promise<Portfolio> {
  const authorization = `Bearer ${await tokenOf(page, username)}`;
  return (await (await page.request.get('/api/nft/portfolio', { headers: { authorization } })).json()) as Portfolio;
}

/** Pays cash in at the city, once. */
async function payIn(page: Page, username: string, amount: number): Promise<void> {
  const authorization = `Bearer ${await tokenOf(page, 'demo-government')}`;
  const data = { username, amount, reference: `Receipt of ${username}` };
  expect((await page.request.post('/api/nft/cash', { headers: { authorization }, data })).ok()).toBe(true);
}

/** Issues shares of the resident's own property, unless the demo was faster. */
async function issueOwn(page: Page): Promise<string> {
  const authorization = `Bearer ${await tokenOf(page, 'demo-resident')}`;
  const data = { propertyId: 'HB-0012-004', totalShares: 1000, royaltyPercentage: 2.5 };
  const answer = await page.request.post('/api/nft/fractionalize', { headers: { authorization }, data });
  expect([200, 201, 409]).toContain(answer.status());
  return data.propertyId;
}

async function openTrade(browser: Browser, username: string, propertyId: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, username);
  await page.goto(`/nft?tab=trade&property=${propertyId}`);
  await expect(page.getByRole('region', { name: 'Order ticket' }).getByLabel('Shares', { exact: true })).toBeVisible();
  return page;
}

async function order(page: Page, side: 'Buy' | 'Sell', shares: number, dollars?: string): Promise<void> {
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await ticket.getByRole('radio', { name: side }).click();
  await ticket.getByLabel('Shares', { exact: true }).fill(String(shares));
  if (dollars !== undefined) await ticket.getByLabel('Price, dollars').fill(dollars);
  await ticket.getByRole('button', { name: new RegExp(`^${side} ${shares} Shares?$`) }).click();
}

test('two browsers trade with each other live, and a part that waits is canceled', async ({ browser, page }) => {
  await payIn(page, 'demo-maker', 500);
  const propertyId = await issueOwn(page);
  const before = { maker: await portfolioOf(page, 'demo-maker'), resident: await portfolioOf(page, 'demo-resident') };
  const [maker, resident] = await Promise.all([
    openTrade(browser, 'demo-maker', propertyId),
    openTrade(browser, 'demo-resident', propertyId),
  ]);

  await order(maker, 'Buy', 10, '7.25');
  const bought = maker.getByRole('region', { name: 'Order ticket' });
  await expect(bought.getByRole('heading', { name: 'Your order waits in the book' })).toBeVisible();
  await expect(bought.getByText('10 shares wait at $7.25 until')).toBeVisible();
  await expect(bought.getByText('Final')).toBeVisible();

  // The other browser sees it, takes its price with a click, and sells to it.
  await resident.getByRole('button', { name: 'Use $7.25, 10 shares' }).click();
  const ticket = resident.getByRole('region', { name: 'Order ticket' });
  await expect(ticket.getByLabel('Price, dollars')).toHaveValue('7.25');
  await expect(ticket.getByLabel('Price, dollars')).toBeFocused();
  await order(resident, 'Sell', 4);
  await expect(ticket.getByRole('heading', { name: 'Sold 4 shares' })).toBeVisible();
  await expect(ticket.getByText('Recorded in block')).toBeVisible();
  await expect(ticket.getByText(/on Local ledger chain, this server only/)).toBeVisible();

  const own = maker.getByRole('region', { name: 'Your orders' });
  await expect(own.getByText('4 of 10 traded')).toBeVisible();
  await expect(maker.getByRole('button', { name: 'Use $7.25, 6 shares' })).toBeVisible();
  await expect(maker.getByRole('region', { name: 'Newest trades' }).getByText('$7.25').first()).toBeVisible();

  await own.getByRole('button', { name: 'Cancel: Buy 6 at $7.25' }).click();
  await expect(maker.getByText('Order Canceled', { exact: true })).toBeVisible();
  await expect(own.getByText('Bought 4 for $29.00')).toBeVisible();
  await expect(resident.getByRole('button', { name: /^Use \$7\.25/ })).toHaveCount(0);

  await maker.getByRole('tab', { name: 'Portfolio' }).click();
  const holdings = maker.getByRole('region', { name: 'Holdings' });
  await expect(holdings.getByRole('row').filter({ hasText: propertyId })).toContainText('$7.25');
  const after = { maker: await portfolioOf(page, 'demo-maker'), resident: await portfolioOf(page, 'demo-resident') };
  const sharesOf = ({ holdings: all }: Portfolio) => all.find((one) => one.propertyId === propertyId)?.shares ?? 0;
  expect(sharesOf(after.maker) - sharesOf(before.maker)).toBe(4);
  expect(sharesOf(after.resident) - sharesOf(before.resident)).toBe(-4);
  expect(after.maker.cash).toEqual({ free: before.maker.cash.free - 29, held: before.maker.cash.held });
});

test('a purchase without enough cash is refused at its field, and changes nothing', async ({ browser, page }) => {
  const propertyId = await issueOwn(page);
  const shipper = await openTrade(browser, 'demo-shipper', propertyId);
  const ticket = shipper.getByRole('region', { name: 'Order ticket' });
  await ticket.getByLabel('Price, dollars').fill('1000');
  await expect(ticket.getByText('$0.00, $10,000.00 missing')).toBeVisible();
  await ticket.getByLabel('Price, dollars').press('Enter');
  await expect(ticket.getByText(/^The purchase may cost \$10,000\.00, and you have \$0\.00 free\./)).toBeVisible();
  await expect(ticket.getByLabel('Shares', { exact: true })).toBeFocused();
  await expect(shipper.getByText('Trading Failed').first()).toBeVisible();
  expect((await portfolioOf(page, 'demo-shipper')).cash).toEqual({ free: 0, held: 0 });
});
