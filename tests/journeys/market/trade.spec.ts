import type { Browser } from '@playwright/test';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

type Portfolio = {
  holdings: { propertyId: string; shares: number }[];
  movements: { propertyId: string | null; type: string; pricePerShare: number | null; amount: number }[];
};
type Level = { pricePerShare: number };

async function tokenOf(page: Page, username: string): Promise<string> {
  const answer = await page.request.post('/api/auth/login', { data: { username, password: 'cairn-demo' } });
  return ((await answer.json()) as { token: string }).token;
}

async function portfolioOf(page: Page, username: string): Promise<Portfolio> {
  const authorization = `Bearer ${await tokenOf(page, username)}`;
  return (await (await page.request.get('/api/nft/portfolio', { headers: { authorization } })).json()) as Portfolio;
}

/** Pays cash in at the counter, once. */
async function payIn(page: Page, username: string, amount: number): Promise<void> {
  const authorization = `Bearer ${await tokenOf(page, 'demo-admin')}`;
  const data = { username, amount, reference: `Receipt of ${username}` };
  expect((await page.request.post('/api/nft/cash', { headers: { authorization }, data })).ok()).toBe(true);
}

/** Issues shares of the resident's own property, unless the demo issued them first, once the network has started. */
async function issueOwn(page: Page): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(page, 'demo-resident')}` };
  const data = { propertyId: 'HB-0012-004', totalShares: 1000, royaltyPercentage: 2.5 };
  const issue = async () => (await page.request.post('/api/nft/fractionalize', { headers, data })).status();
  await expect.poll(issue, { message: 'the network takes the issue', timeout: 30_000 }).not.toBe(503);
  expect([200, 201, 409]).toContain(await issue());
  return data.propertyId;
}

/** Returns an unused price in dollars, above all purchases and below all sales: the demo trades as well. */
async function freePrice(page: Page, propertyId: string): Promise<number> {
  const answer = await page.request.get(`/api/nft/book/${propertyId}`);
  const { asks, bids } = (await answer.json()) as { asks: Level[]; bids: Level[] };
  const [ask, bid] = [asks[0], bids[0]];
  const cents = ask ? Math.round(ask.pricePerShare * 100) - 1 : Math.round((bid?.pricePerShare ?? 150) * 100) + 1;
  return cents / 100;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

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

test('two browsers trade with each other live, and a waiting part is canceled', async ({ browser, page }) => {
  const propertyId = await issueOwn(page);
  await payIn(page, 'demo-maker', 5000);
  const price = await freePrice(page, propertyId);
  const words = dollars.format(price);
  const before = { maker: await portfolioOf(page, 'demo-maker'), resident: await portfolioOf(page, 'demo-resident') };
  const [maker, resident] = await Promise.all([
    openTrade(browser, 'demo-maker', propertyId),
    openTrade(browser, 'demo-resident', propertyId),
  ]);

  await order(maker, 'Buy', 10, price.toFixed(2));
  const bought = maker.getByRole('region', { name: 'Order ticket' });
  await expect(bought.getByRole('heading', { name: 'Your order is waiting in the book' })).toBeVisible();
  await expect(bought.getByText(`10 shares wait at ${words} until`)).toBeVisible();
  await expect(bought.getByText('Final')).toBeVisible();

  // The other browser sees it, takes its price with a click, and sells to it.
  await resident.getByRole('button', { name: `Use ${words}, 10 shares` }).click();
  const ticket = resident.getByRole('region', { name: 'Order ticket' });
  await expect(ticket.getByLabel('Price, dollars')).toBeFocused();
  await order(resident, 'Sell', 4);
  await expect(ticket.getByRole('heading', { name: 'Sold 4 shares' })).toBeVisible();
  await expect(ticket.getByText(`Sold at ${words}`)).toBeVisible();
  await expect(ticket.getByText('Recorded in block')).toBeVisible();
  await expect(ticket.getByText(/on Local ledger chain, this server only/)).toBeVisible();

  const own = maker.getByRole('region', { name: 'Your orders' });
  await expect(own.getByText('4 of 10 traded')).toBeVisible();
  await expect(maker.getByRole('button', { name: `Use ${words}, 6 shares` })).toBeVisible();
  await expect(maker.getByRole('region', { name: 'Newest trades' }).getByText(words).first()).toBeVisible();

  await own.getByRole('button', { name: `Cancel: Buy 6 at ${words}` }).click();
  await expect(maker.getByText('Order Canceled', { exact: true })).toBeVisible();
  await expect(own.getByText(`Bought 4 of 10 for ${dollars.format(price * 4)}`)).toBeVisible();
  await expect(resident.getByRole('button', { name: `Use ${words}, 6 shares` })).toHaveCount(0);

  await maker.getByRole('tab', { name: 'Portfolio' }).click();
  const holdings = maker.getByRole('region', { name: 'Holdings' });
  await expect(holdings.getByRole('row').filter({ hasText: propertyId })).toContainText(words);
  const after = { maker: await portfolioOf(page, 'demo-maker'), resident: await portfolioOf(page, 'demo-resident') };
  const sharesOf = ({ holdings: all }: Portfolio) => all.find((one) => one.propertyId === propertyId)?.shares ?? 0;
  expect(sharesOf(after.maker) - sharesOf(before.maker)).toBe(4);
  expect(sharesOf(after.resident) - sharesOf(before.resident)).toBe(-4);
  const paid = after.maker.movements.find((one) => one.propertyId === propertyId && one.pricePerShare === price);
  expect([paid?.type, Math.round((paid?.amount ?? 0) * 100)]).toEqual(['buy', -4 * Math.round(price * 100)]);
});

test('a purchase without enough cash is refused at its field, and places nothing', async ({ browser, page }) => {
  const propertyId = await issueOwn(page);
  const shipper = await openTrade(browser, 'demo-shipper', propertyId);
  const ticket = shipper.getByRole('region', { name: 'Order ticket' });
  await ticket.getByLabel('Price, dollars').fill('1,000,000');
  await expect(ticket.getByText(/ missing$/)).toBeVisible();
  await ticket.getByLabel('Price, dollars').press('Enter');
  await expect(
    ticket.getByText(/^The purchase may cost \$10,000,000\.00, and you have \$[\d,.]+ free\./),
  ).toBeVisible();
  await expect(ticket.getByLabel('Shares', { exact: true })).toBeFocused();
  await expect(shipper.getByText('Trading Failed').first()).toBeVisible();
  const authorization = `Bearer ${await tokenOf(page, 'demo-shipper')}`;
  const answer = await page.request.get(`/api/nft/orders?propertyId=${propertyId}`, { headers: { authorization } });
  const { orders } = (await answer.json()) as { orders: { pricePerShare: number }[] };
  expect(orders.filter(({ pricePerShare }) => pricePerShare === 1_000_000)).toEqual([]);
});
