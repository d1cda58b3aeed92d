import { parseEther, parseEventLogs } from 'viem';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';
import { installWallet } from '../support/test-wallet.ts';

test('a resident pays in USDC and ETH with a wallet, and finds the transaction on the chain', async ({
  page,
  server,
}) => {
  test.slow();
  const { client } = await installWallet(page, server.origin);
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=HB-0012-004');
  const form = page.getByRole('region', { name: 'Pay', exact: true });
  const payment = form.getByRole('region', { name: 'Your payment' });
  const history = page.getByRole('region', { name: 'Payment history' });

  await form.getByLabel('Amount in dollars').fill('50.25');
  await form.getByLabel('Payment method').selectOption('usdc');
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(payment.getByText('Waiting for your payment')).toBeVisible();
  await expect(payment.getByText('50.25 sample USDC')).toBeVisible();
  await payment.getByRole('button', { name: 'Get sample funds' }).click();
  await expect(payment.getByText(/They have no value anywhere/)).toBeVisible();
  await payment.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await expect(payment.getByText('Paid, final')).toBeVisible();
  await expect(
    history.getByRole('row', { name: /\$50\.25, .* USDC crypto .* on Local ledger chain .* Completed/ }),
  ).toBeVisible();

  await form.getByRole('button', { name: 'Pay Another Amount' }).click();
  await form.getByLabel('Amount in dollars').fill('20.00');
  await form.getByLabel('Payment method').selectOption('eth');
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  // Another journey sets the price.
  const quoted = /^To send: ([\d.]+) ETH/.exec((await payment.getByText(/^To send: /).textContent()) ?? '')?.[1] ?? '';
  const price = /\$([\d,.]+) per ETH/.exec((await payment.getByText(/ per ETH/).textContent()) ?? '')?.[1] ?? '';
  expect(Number(quoted) * Number(price.replace(',', ''))).toBeCloseTo(20, 9);

  // After a reload, the payment is listed with its next step.
  await page.reload();
  const waiting = page.getByRole('region', { name: 'Waiting for your payment' });
  await waiting.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  const row = history.getByRole('row', { name: /\$20\.00, .* Ethereum .* on Local ledger chain .* Completed/ });
  await expect(row).toBeVisible();
  await row.locator('a[href^="/transactions/"]').click();

  await expect(page).toHaveURL(/\/transactions\/0x[0-9a-f]{64}$/);
  await expect(page.getByText('This chain runs on this server only')).toBeVisible();
  await expect(page.getByText('Tax router: TaxPaid')).toBeVisible();
  const hash = page.url().split('/').at(-1) as `0x${string}`;
  const { logs } = await client.getTransactionReceipt({ hash });
  const [event] = parseEventLogs({ abi: taxRouter.abi, eventName: 'TaxPaid', logs });
  expect(event?.args.amount).toBe(parseEther(quoted));
  const read = await page.request.get(`/api/payments/digital/${event?.args.bill}`);
  expect((await read.json()).payment).toMatchObject({ status: 'completed', amount: 2000, txHash: hash });
});

test('a visitor pays a bill by a plain transfer, and signs for its hash', async ({ page, browser, server }) => {
  test.slow();
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=HB-0012-004');
  const bill = page.getByRole('region', { name: 'Tax of 2026' });
  await expect(bill).toBeVisible();
  const number = /2026(-[0-9A-Z]{4}){3}/.exec((await bill.textContent()) ?? '')?.[0] ?? '';
  const visitor = await browser.newPage({ baseURL: server.origin });
  const { account, client, wallet } = await installWallet(visitor, server.origin);
  await visitor.goto(`/detroit/pay?bill=${number}`);
  await visitor.getByLabel('Amount in dollars').fill('10.00');
  await visitor.getByLabel('Payment method').selectOption('eth');
  await visitor.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(visitor).toHaveURL(/reference=0x/);
  await visitor.reload();
  const payment = visitor.getByRole('region', { name: 'Your payment' });
  await payment.getByRole('button', { name: 'Get sample funds' }).click();
  await expect(payment.getByText(/They have no value anywhere/)).toBeVisible();
  await payment.getByText('Pay with another wallet').click();
  const treasury = await payment.getByRole('button', { name: /^Copy Treasury/ }).textContent();
  const reference = new URL(visitor.url()).searchParams.get('reference');
  const answer = await visitor.request.get(`/api/payments/digital/${reference}`);
  const { next } = await answer.json();
  expect(treasury).toContain(next.treasury.slice(0, 10));
  const hash = await wallet.sendTransaction({ account, to: next.treasury, value: BigInt(next.value) });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });

  await payment.getByText('Paste a transaction hash').click();
  await payment.getByLabel('Transaction hash').fill(hash);
  await payment.getByRole('button', { name: 'Check the transaction' }).click();
  await payment.getByRole('button', { name: 'Sign with Test Wallet' }).click();
  await expect(payment.getByText('Paid, final')).toBeVisible();
  await visitor.close();
});
