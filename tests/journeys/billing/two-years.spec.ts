import { expect, type Page, test } from '../support/journey.ts';
import { moveOn, read, signUpForTrial } from './company.ts';

type History = {
  billingHistory: {
    id: string;
    amount: number;
    state: string;
    number: string | null;
    due: number;
    paid: number;
    blockIndex: number | null;
  }[];
};
type Account = { now: string; owed: number; credit: number; readOnlySince: string | null };

const history = async (page: Page) => (await read<History>(page, 'billing?limit=100')).billingHistory;
const cents = (dollars: number) => Math.round(dollars * 100);
const openTab = async (page: Page, name: 'Current Plan' | 'Billing History' | 'Available Plans') => {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
};

/** Stores a TEST card, and has it pay the invoices. */
async function useCard(page: Page, card: 'test_success' | 'test_declined', label: RegExp): Promise<void> {
  await openTab(page, 'Current Plan');
  await page.getByLabel('Card to store').selectOption(card);
  await page.getByRole('button', { name: 'Store a card' }).click();
  const choice = page.getByLabel('Card for invoices');
  const option = choice.locator('option', { hasText: label });
  await expect(option).toHaveCount(1);
  await choice.selectOption((await option.getAttribute('value')) ?? '');
  await expect(choice).toHaveValue((await option.getAttribute('value')) ?? 'a card');
}

/** Changes users or billing in the dialog, and expects that the invoice equals the amount on the button. */
async function change(page: Page, to: { users?: number; billing?: 'monthly' | 'annual' }): Promise<void> {
  await openTab(page, 'Current Plan');
  await page.getByRole('button', { name: 'Change Users or Billing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change users or billing' });
  if (to.users !== undefined) await dialog.getByLabel('Users').fill(String(to.users));
  if (to.billing !== undefined) await dialog.getByLabel('Billing').selectOption(to.billing);
  await dialog.getByRole('button', { name: 'Review the Change' }).click();
  await confirm(page);
}

async function confirm(page: Page): Promise<void> {
  const before = await history(page);
  const button = page.getByRole('button', { name: /^Confirm(, \$[\d,.]+ Due Now)?$/ });
  await expect(button).toBeEnabled();
  const shown = /\$[\d,.]*\d/.exec((await button.textContent()) ?? '')?.[0];
  // The notice of the change before this one may still be there.
  const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await button.click();
  expect((await changed).status()).toBe(200);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const made = (await history(page)).slice(0, -before.length || undefined);
  const [only] = made;
  expect(made).toHaveLength(shown === undefined ? 0 : 1);
  // A second passes between the preview and the invoice, which may move a part of a period by some cents.
  if (only !== undefined)
    expect(Math.abs(cents(only.amount) - Number(shown?.replaceAll(/[$,.]/g, '')))).toBeLessThan(10);
}

/** Lets the period end by the clock of the demo, and expects the announced invoice. */
async function renew(page: Page, amount: string, by: readonly ('1 Day' | '1 Week' | '1 Month')[]): Promise<void> {
  await openTab(page, 'Current Plan');
  const next = page.getByRole('region', { name: 'Next invoice' });
  await expect(next.getByText(amount, { exact: true }).last()).toBeVisible();
  const before = (await history(page)).length;
  for (const step of by) await moveOn(page, step);
  await openTab(page, 'Billing History');
  await expect(page.getByRole('region', { name: 'Billing history' }).getByText(amount).first()).toBeVisible();
  const [newest, ...others] = await history(page);
  expect([others.length, cents(newest?.amount ?? 0)]).toEqual([before, Number(amount.replaceAll(/[$,.]/g, ''))]);
}

test('two years of a company by the billing clock of the demo: every invoice as announced, paid or not, and blocks keep the real time', async ({
  page,
}) => {
  test.slow();
  await signUpForTrial(page);
  await page.goto('/subscription?tab=current');
  const begun = Date.parse((await read<Account>(page, 'account')).now);

  // The trial: five users, monthly, an address, and a card that pays.
  await change(page, { users: 5, billing: 'monthly' });
  const details = page.getByRole('region', { name: 'Billing details' });
  await details.getByLabel('Name', { exact: true }).fill('Harrow Bay Cheese Company');
  await details.getByLabel('Street', { exact: true }).fill('12 Dairy Lane');
  await details.getByLabel('City').fill('Harrow Bay');
  await details.getByLabel('Country').selectOption('US');
  await details.getByRole('button', { name: 'Save Billing Details' }).click();
  await expect(page.getByText('Billing Details Saved', { exact: true })).toBeVisible();
  await useCard(page, 'test_success', /pays immediately/);
  // 5 × $15 + 100 × $0.05.
  await renew(page, '$80.00', ['1 Week', '1 Week', '1 Day']);
  await expect(page.getByRole('region', { name: 'Billing history' }).getByText('Paid').first()).toBeVisible();

  // A higher plan and more users within the month, fewer from the next one on.
  await moveOn(page, '1 Week');
  await openTab(page, 'Available Plans');
  await page.getByRole('button', { name: 'Upgrade to Professional' }).click();
  await expect(page.getByRole('dialog', { name: 'Change to Professional' })).toBeVisible();
  await confirm(page);
  await change(page, { users: 8 });
  await change(page, { users: 4 });
  await expect(page.getByText(/^Professional, 4 users, 100 assets/)).toBeVisible();
  // 4 × $39 + 100 × $0.04.
  await renew(page, '$160.00', ['1 Month']);

  // A year from now on, less the rest of the month. The next one is 12 × 0.85 of a month.
  await change(page, { billing: 'annual' });
  expect((await history(page)).every(({ state, due }) => state === 'paid' && due === 0)).toBe(true);
  await useCard(page, 'test_declined', /declined/);
  await renew(page, '$1,632.00', [...Array.from({ length: 12 }, () => '1 Month' as const), '1 Day']);
  await expect(page.getByRole('region', { name: 'Billing history' }).getByText('Pending').first()).toBeVisible();

  // Without a payment: reminders, and from the 24th day after it was due nothing is recorded.
  await moveOn(page, '1 Month');
  await moveOn(page, '1 Week');
  await moveOn(page, '1 Week');
  await expect(page.getByText('$1,632.00 is overdue.')).toBeVisible();
  await expect(page.getByText(/nothing new can be recorded/).first()).toBeVisible();
  await openTab(page, 'Current Plan');
  await expect(page.getByText(/^Last reminder of invoice /)).toBeVisible();
  await page.getByRole('link', { name: 'Events', exact: true }).first().click();
  await expect(page).toHaveURL(/\/events/);
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('$1,632.00 is overdue.')).toBeVisible();

  // Another card pays it, and everything continues.
  await page.goto('/subscription?tab=history');
  await page.getByRole('region', { name: 'Billing history' }).getByText('Pending').first().click();
  await page.getByRole('button', { name: 'Pay Invoice' }).click();
  const pay = page.getByRole('dialog', { name: /^Pay invoice / });
  await pay.getByLabel('Payment method').selectOption('fiat');
  await pay.getByRole('button', { name: /^Pay \$/ }).click();
  await pay.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('region', { name: 'Payments' }).getByText('Arrived').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('$1,632.00 is overdue.')).toHaveCount(0);
  expect(await read<Account>(page, 'account')).toMatchObject({ owed: 0, credit: 0, readOnlySince: null });

  // It cancels, and ends with its year.
  await openTab(page, 'Current Plan');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByLabel('Reason (optional)').fill('We closed the dairy.');
  await page.getByRole('button', { name: 'Cancel at Period End' }).click();
  await expect(page.getByText(/^Your subscription ends at the period end/)).toBeVisible();
  for (let month = 0; month < 12; month += 1) await moveOn(page, '1 Month');
  await expect(page.getByText(/^Your subscription ended on /)).toBeVisible();
  await openTab(page, 'Current Plan');
  await expect(page.getByText(/Reason: We closed the dairy\./)).toBeVisible();

  // Two years have passed by the clock of billing, and every invoice adds up; the blocks are of today.
  const account = await read<Account>(page, 'account');
  expect(Date.parse(account.now) - begun).toBeGreaterThan(2 * 365 * 86_400_000);
  const all = await history(page);
  expect(all.map(({ number }) => number).filter((number) => number === null)).toEqual([]);
  for (const { id, amount, paid } of all) {
    const { lines, net, tax } = await read<{ lines: { amount: number }[]; net: number; tax: number }>(
      page,
      `invoices/${id}`,
    );
    const sum = lines.reduce((total, line) => total + cents(line.amount), 0);
    expect([sum, cents(net) + cents(tax), cents(paid)]).toEqual([cents(net), cents(amount), cents(amount)]);
  }
  const newest = await page.request.get(`/api/chain/blocks/${all[0]?.blockIndex}`);
  const { timestamp } = (await newest.json()) as { timestamp: number };
  expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(600);
});
