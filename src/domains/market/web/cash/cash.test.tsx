import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, stubServer } from '#platform/web/testing/stub-server.ts';
import { CashDesk } from './cash-desk.tsx';
import { OwnCash } from './own-cash.tsx';

const pagination = {
  total: 1,
  totalIsEstimate: false,
  page: 1,
  limit: 25,
  totalPages: 1,
  hasPrev: false,
  hasNext: false,
};
const id = (letter: string) => `pay_${letter.repeat(20)}`;
const payment = (letter: string, change: object) => ({
  id: id(letter),
  amount: 10_230,
  amountFormatted: '$102.30',
  paymentMethod: 'bank',
  timestamp: '2026-11-23T10:00:00.000Z',
  txHash: null,
  status: 'pending',
  block: { index: 95, hash: 'ab'.repeat(32) },
  reference: 'RF18539007547034',
  reverses: null,
  methodFee: 230,
  subjects: [],
  allocation: [],
  ...change,
});
const call = { txHash: `0x${'4f'.repeat(32)}`, txStatus: 'queued', network: 'Local ledger chain', isLocal: true };
const payout = {
  ...call,
  payoutId: `out_${'a'.repeat(20)}`,
  amount: 40,
  ibanEnd: '5432',
  status: 'requested',
  note: null,
  requestedAt: '2026-11-23T10:00:00.000Z',
  blockIndex: 96,
  decidedAt: null,
  decidedIndex: null,
};
const methods = [
  { method: 'bank', offered: true, note: 'Transfer it.', fees: { fixedCents: 30, basisPoints: 200 } },
  { method: 'usdc', offered: false, note: 'Not offered.' },
];

async function show(deposits: readonly object[], owed: number, more: Readonly<Record<string, Answer>> = {}) {
  const sent = stubServer({
    'GET /api/nft/cash/deposits': () => json({ deposits, owed, pagination }),
    'GET /api/nft/cash/payouts': () => json({ payouts: [payout], pagination }),
    'GET /api/payments/methods': () => json({ methods }),
    ...more,
  });
  const { user } = await renderApp(<OwnCash free={100} />);
  return { sent, user };
}

test('shows the status of each deposit, and the amount owed after one was taken back', async () => {
  await show(
    [
      { payment: payment('a', {}), cash: 0, moved: 0, left: 0, reason: null },
      { payment: payment('b', { status: 'completed' }), cash: 100, moved: 100, left: 102.3, reason: null },
      { payment: payment('c', { status: 'completed' }), cash: 100, moved: 0, left: 102.3, reason: null },
      {
        payment: payment('d', { status: 'completed', amountFormatted: '-$102.30' }),
        cash: -100,
        moved: -20,
        left: 0,
        reason: null,
      },
      { payment: payment('e', { status: 'failed' }), cash: 0, moved: 0, left: 0, reason: 'Given up by you.' },
      { payment: payment('f', { status: 'failed' }), cash: 0, moved: 0, left: 0, reason: null },
    ],
    80,
  );
  const rows = within(await screen.findByRole('region', { name: 'Deposits' })).getAllByRole('row');
  const states = [
    ...['Not arrived', 'Added', 'On the way', 'Owed', 'ClosedGiven up by you.', 'ClosedThe money did not arrive.'],
  ];
  expect(rows.slice(1).map(({ textContent }) => states.find((one) => textContent?.includes(one)))).toEqual(states);
  expect(screen.getByText(/\$80\.00 of it is missing/)).toBeTruthy();
  expect((await screen.findByRole('region', { name: 'Payouts' })).textContent).toContain('account ending in 5432');
});

test('a deposit shows its fee and total before, and the next steps after', async () => {
  const answer = {
    payment: payment('a', {}),
    message: 'Transfer $102.30.',
    next: { kind: 'transfer', reference: 'RF18539007547034', account: 'City account' },
  };
  const { sent, user } = await show([], 0, { 'POST /api/nft/cash/deposits': () => json(answer) });
  await user.click(await screen.findByRole('button', { name: 'Add Cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'USDC crypto (not offered)' });
  await user.type(dialog.getByLabelText('Amount in dollars'), '100');
  expect(dialog.getByText('The fee is $2.30, $102.30 in total.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Deposit $102.30' }));
  expect(await dialog.findByText('Transfer $102.30.')).toBeTruthy();
  expect(dialog.getByText('To City account.')).toBeTruthy();
  const [post] = sent.filter(({ method }) => method === 'POST');
  expect(post?.body).toEqual({ amount: 100, paymentMethod: 'bank', fee: 2.3 });
});

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const keysOf = (sent: Awaited<ReturnType<typeof show>>['sent']) =>
  sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));

test('a deposit without an answer may have been made: its list reloads, and sending it again has the same key', async () => {
  const { sent, user } = await show([], 0, { 'POST /api/nft/cash/deposits': lost });
  await user.click(await screen.findByRole('button', { name: 'Add Cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'USDC crypto (not offered)' });
  await user.type(dialog.getByLabelText('Amount in dollars'), '100');
  const read = () => sent.filter(({ method, path }) => method === 'GET' && path === '/api/nft/cash/deposits').length;
  const before = read();
  await user.click(dialog.getByRole('button', { name: 'Deposit $102.30' }));
  expect(await dialog.findByText(/^No answer\. The deposit may have been made\./)).toBeTruthy();
  await waitFor(() => expect(read()).toBeGreaterThan(before));
  await user.click(dialog.getByRole('button', { name: 'Deposit $102.30' }));
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(new Set(keysOf(sent)).size).toBe(1);
});

/** Opens the dialog of a new deposit and sends $100 by bank. */
async function deposit(user: Awaited<ReturnType<typeof show>>['user'], dollars = '100', total = '$102.30') {
  await user.click(await screen.findByRole('button', { name: 'Add Cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'USDC crypto (not offered)' });
  await user.type(dialog.getByLabelText('Amount in dollars'), dollars);
  await user.click(dialog.getByRole('button', { name: `Deposit ${total}` }));
  return dialog;
}

test('after a reload, the deposit that got no answer has its key again, and another amount has a new one', async () => {
  const before = await show([], 0, { 'POST /api/nft/cash/deposits': lost });
  await (await deposit(before.user)).findByText(/^No answer\./);
  cleanup();
  const after = await show([], 0, { 'POST /api/nft/cash/deposits': lost });
  await (await deposit(after.user)).findByText(/^No answer\./);
  cleanup();
  const other = await show([], 0, { 'POST /api/nft/cash/deposits': lost });
  await (await deposit(other.user, '200', '$204.30')).findByText(/^No answer\./);
  expect(keysOf(after.sent)).toEqual(keysOf(before.sent));
  expect(keysOf(other.sent)).not.toEqual(keysOf(before.sent));
  expect(JSON.stringify(sessionStorage)).not.toContain('bank');
});

test('offline, a deposit is not sent and the form says so, and says what an attempt before may have done', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  try {
    const { sent, user } = await show([], 0, { 'POST /api/nft/cash/deposits': lost });
    const dialog = await deposit(user);
    expect(await dialog.findByText(/^You are offline\. Nothing was sent\. Press again/)).toBeTruthy();
    expect(dialog.queryByText(/may have been made/)).toBeNull();
    expect(keysOf(sent)).toEqual([]);
    online.mockReturnValue(true);
    await user.click(dialog.getByRole('button', { name: 'Deposit $102.30' }));
    expect(await dialog.findByText(/^No answer\./)).toBeTruthy();
    online.mockReturnValue(false);
    await user.click(dialog.getByRole('button', { name: 'Deposit $102.30' }));
    expect(await dialog.findByText(/^You are offline\. Nothing was sent this time\. The attempt before/)).toBeTruthy();
    expect(keysOf(sent)).toHaveLength(1);
  } finally {
    online.mockRestore();
  }
});

test('a payout without an answer may have been requested', async () => {
  const { sent, user } = await show([], 0, { 'POST /api/nft/cash/payouts': lost });
  await user.click(await screen.findByRole('button', { name: 'Withdraw Cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Amount in dollars'), '40');
  await user.type(dialog.getByLabelText('Bank account holder'), 'Ann Harbor');
  await user.type(dialog.getByLabelText('IBAN'), 'GB82 WEST 1234 5698 7654 32');
  await user.click(dialog.getByRole('button', { name: 'Withdraw $40.00' }));
  expect(await dialog.findByText(/^No answer\. The payout may have been requested\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Withdraw $40.00' }));
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(new Set(keysOf(sent)).size).toBe(1);
});

test('a deposit in USDC can be continued and given up from its row', async () => {
  const reference = `0x${'4f'.repeat(32)}`;
  const digital = payment('a', { paymentMethod: 'usdc', reference: null });
  const next = {
    ...{ kind: 'call', network: 'Base', chainId: 8453, isLocal: false, to: `0x${'11'.repeat(20)}`, data: '0x00' },
    ...{ value: '0', token: null, units: '8', amount: '102.30 USDC', approve: null, reference },
    ...{ treasury: `0x${'11'.repeat(20)}`, eip681: 'ethereum:0x', quote: null, code: null },
  };
  const progress = {
    ...{ payment: { ...digital, reference }, code: 'NOT_FOUND', explanation: null, confirmationsNeeded: 2 },
    ...{ receipts: [], next },
  };
  const { sent, user } = await show([{ payment: digital, cash: 0, moved: 0, left: 0, reason: null }], 0, {
    'GET /api/payments/digital': () => json({ payments: [progress] }),
    [`GET /api/payments/digital/${reference}`]: () => json(progress),
    [`POST /api/nft/cash/deposits/${id('a')}/give-up`]: () =>
      json({ payment: payment('a', { status: 'failed' }), message: 'Closed.', next: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Continue $102.30 by USDC crypto' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('102.30 USDC')).toBeTruthy();
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Give Up $102.30 by USDC crypto' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Give Up' }));
  expect(await screen.findByText('Deposit Closed')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a payout of more than is free, or to an IBAN with a wrong digit, is not sent', async () => {
  const { sent, user } = await show([], 0, { 'POST /api/nft/cash/payouts': () => json(payout) });
  await user.click(await screen.findByRole('button', { name: 'Withdraw Cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Amount in dollars'), '100.01');
  await user.type(dialog.getByLabelText('Bank account holder'), 'Ann Harbor');
  await user.type(dialog.getByLabelText('IBAN'), 'GB83 WEST 1234 5698 7654 32');
  await user.click(dialog.getByRole('button', { name: /^Withdraw/ }));
  expect(await dialog.findByText(/a digit is wrong/)).toBeTruthy();
  await user.clear(dialog.getByLabelText('IBAN'));
  await user.type(dialog.getByLabelText('IBAN'), 'GB82 WEST 1234 5698 7654 32');
  await user.click(dialog.getByRole('button', { name: /^Withdraw/ }));
  expect(await dialog.findByText('At most $100.00 is free')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.clear(dialog.getByLabelText('Amount in dollars'));
  await user.type(dialog.getByLabelText('Amount in dollars'), '40');
  expect(dialog.getByText('$100.00 is free. $60.00 stays.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Withdraw $40.00' }));
  expect(await dialog.findByText(/will be sent to the account ending in 5432/)).toBeTruthy();
});

test('the cash desk confirms a deposit with what arrived, and records that a payout was sent', async () => {
  const waiting = {
    payment: payment('a', {}),
    cash: 0,
    moved: 0,
    left: 0,
    reason: null,
    address: `0x${'ab'.repeat(20)}`,
    username: 'ann',
  };
  const asked = {
    ...payout,
    address: waiting.address,
    username: 'ben',
    iban: 'GB82WEST12345698765432',
    holder: 'Ben',
    owed: 0,
    obstacle: null,
  };
  const sent = stubServer({
    'GET /api/nft/cash/deposits/all': () => json({ deposits: [waiting], pagination }),
    'GET /api/nft/cash/payouts/all': () => json({ payouts: [asked], pagination }),
    [`POST /api/nft/cash/deposits/${id('a')}/confirm`]: () =>
      json({ payment: payment('a', { status: 'completed' }), message: 'Paid.', next: null }),
    [`POST /api/nft/cash/payouts/${payout.payoutId}/send`]: () => json({ ...payout, status: 'sent', note: 'SEPA 1' }),
  });
  const { user } = await renderApp(<CashDesk />);
  await user.click(await screen.findByRole('button', { name: /^Confirm/ }));
  const deposit = within(await screen.findByRole('dialog'));
  await user.clear(deposit.getByLabelText('Arrived, in dollars'));
  await user.type(deposit.getByLabelText('Arrived, in dollars'), '99.50{Enter}');
  await screen.findByRole('button', { name: /^Decide/ });
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const decision = within(await screen.findByRole('dialog', { name: 'Pay out $40.00' }));
  expect(decision.getByText('GB82WEST12345698765432')).toBeTruthy();
  await user.type(decision.getByLabelText('Bank reference'), 'SEPA 1{Enter}');
  await expect
    .poll(() => sent.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toEqual([{ amount: 99.5 }, { bankReference: 'SEPA 1' }]);
});

test('an administrator cannot mark a payout as sent while something is in the way, and reads what', async () => {
  const obstacle = 'The local ledger chain has not taken this cash out yet.';
  const asked = {
    ...payout,
    address: `0x${'ab'.repeat(20)}`,
    username: 'ben',
    iban: null,
    holder: null,
    owed: 0,
    obstacle,
  };
  stubServer({
    'GET /api/nft/cash/deposits/all': () => json({ deposits: [], pagination }),
    'GET /api/nft/cash/payouts/all': () => json({ payouts: [asked], pagination }),
  });
  const { user } = await renderApp(<CashDesk />);
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const decision = within(await screen.findByRole('dialog', { name: 'Pay out $40.00' }));
  expect(decision.getByText(`Do not transfer the money now. ${obstacle}`)).toBeTruthy();
  expect(decision.queryByLabelText('Bank reference')).toBeNull();
  expect(decision.getByRole('button', { name: 'Return to the Account' })).toBeTruthy();
});

test('the open decision follows the network: the obstacle is gone once the call is executed', async () => {
  const obstacle = 'The local ledger chain has not taken this cash out yet.';
  const asked = { ...payout, address: `0x${'ab'.repeat(20)}`, username: 'ben', iban: null, holder: null, owed: 0 };
  const states = [
    { ...asked, txStatus: 'sent', obstacle },
    { ...asked, txStatus: 'confirmed', obstacle: null },
  ];
  stubServer({
    'GET /api/nft/cash/deposits/all': () => json({ deposits: [], pagination }),
    'GET /api/nft/cash/payouts/all': () =>
      json({ payouts: [states.length > 1 ? states.shift() : states[0]], pagination }),
  });
  const { user } = await renderApp(<CashDesk />);
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const decision = within(await screen.findByRole('dialog', { name: 'Pay out $40.00' }));
  expect(decision.getByText(`Do not transfer the money now. ${obstacle}`)).toBeTruthy();
  expect(await decision.findByLabelText('Bank reference', undefined, { timeout: 10_000 })).toBeTruthy();
  expect(decision.queryByText(/Do not transfer/)).toBeNull();
});
