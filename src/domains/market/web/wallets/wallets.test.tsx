import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, stubServer } from '#platform/web/testing/stub-server.ts';
import { SharesOutside } from './shares-outside.tsx';
import { Wallets } from './wallets.tsx';

const WALLET = `0x${'ab'.repeat(20)}`;
const CUSTODY = `0x${'cd'.repeat(20)}`;
const network = { name: 'Local ledger chain', chainId: 7, isLocal: true };
const none = { wallets: [], log: [], network };
const one = { ...none, wallets: [{ address: WALLET, boundAt: '2026-11-23T10:00:00.000Z' }] };
const call = { txHash: `0x${'4f'.repeat(32)}`, txStatus: 'queued', network: network.name, isLocal: true };
const withdrawal = {
  ...{ ...call, propertyId: 'HB-1', tokenId: '7', shareAmount: 5, wallet: WALLET, at: '2026-11-23T10:00:00.000Z' },
  ...{ state: 'pending', blockIndex: 90, returnedBlock: null },
};
const outside = {
  ...{ withdrawals: [], arrivals: [], balances: [], sendBackTo: CUSTODY, contractAddress: `0x${'ef'.repeat(20)}` },
  network: { name: network.name, isLocal: true, confirmations: 12 },
};
const portfolio = {
  ...{ address: CUSTODY, cash: { free: 0, held: 0 }, movements: [] },
  holdings: [
    {
      ...{ propertyId: 'HB-1', tokenId: '7', address: '1 Quay Street', shares: 12, held: 2, percentage: 1.2 },
      ...{ lastSalePrice: null, value: null, cost: 0, gain: null },
    },
  ],
};

/** Announces a browser wallet (EIP-6963) that answers as given, and returns the requests it received. */
function announce(answers: Readonly<Record<string, unknown>>) {
  const asked: { method: string; params?: readonly unknown[] }[] = [];
  const provider = {
    request: async (request: (typeof asked)[number]) => {
      asked.push(request);
      const answer = answers[request.method];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const detail = { info: { uuid: 'one', name: 'Harbor Wallet' }, provider };
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', tell);
  stop = () => window.removeEventListener('eip6963:requestProvider', tell);
  return asked;
}
let stop: (() => void) | undefined;
afterEach(() => stop?.());

const accounts = { eth_requestAccounts: [WALLET], eth_chainId: '0x7' };
const asking: Readonly<Record<string, Answer>> = {
  'POST /api/nft/wallets/message': () =>
    json({ message: 'Bind it', nonce: '0'.repeat(24), expiresAt: '2026-11-23T10:10:00.000Z' }),
};

test('binds a wallet of the browser with the signature of the message from the server', async () => {
  const asked = announce({ ...accounts, personal_sign: '0x1234' });
  let isBound = false;
  const sent = stubServer({
    'GET /api/nft/wallets': () => json(isBound ? one : none),
    ...asking,
    'POST /api/nft/wallets': () => {
      isBound = true;
      return json(one.wallets[0]);
    },
  });
  const { user } = await renderApp(<Wallets />);
  await user.click(await screen.findByRole('button', { name: 'Bind Harbor Wallet' }));
  expect(await screen.findByRole('button', { name: `Unbind the wallet ${WALLET}` })).toBeTruthy();
  expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: ['0x42696e64206974', WALLET] });
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { address: WALLET },
    { nonce: '0'.repeat(24), signature: '0x1234' },
  ]);
});

test('binds nothing if the owner declines, and reports it', async () => {
  announce({ ...accounts, personal_sign: Object.assign(new Error('no'), { code: 4001 }) });
  const sent = stubServer({ 'GET /api/nft/wallets': () => json(none), ...asking });
  const { user } = await renderApp(<Wallets />);
  await user.click(await screen.findByRole('button', { name: 'Bind Harbor Wallet' }));
  expect(await screen.findByText('You declined in the wallet. Nothing was bound.')).toBeTruthy();
  expect(sent.some(({ path }) => path === '/api/nft/wallets')).toBe(true);
});

test('withdraws after showing the consequences, and refuses more than is free', async () => {
  const sent = stubServer({
    'GET /api/nft/wallets': () => json(one),
    'GET /api/nft/portfolio': () => json(portfolio),
    'GET /api/nft/withdrawals': () => json({ ...outside, withdrawals: [withdrawal] }),
    'POST /api/nft/withdrawals': () => json(withdrawal),
  });
  const { user } = await renderApp(<SharesOutside />);
  const shares = await screen.findByRole('textbox', { name: 'Shares' });
  await user.type(shares, '11');
  await user.click(screen.getByRole('button', { name: 'Withdraw Shares' }));
  expect(await screen.findByText('10 shares are held by no open sale')).toBeTruthy();
  await user.clear(shares);
  await user.type(shares, '5');
  await user.click(screen.getByRole('button', { name: 'Withdraw Shares' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw these shares?' }));
  expect(dialog.getByText('No sale here, and no income')).toBeTruthy();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText(/withdrawn in block/)).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ propertyId: 'HB-1', shareAmount: 5, wallet: WALLET },
  });
  expect(screen.getByText(/final after 12 confirmations/)).toBeTruthy();
});

test('a withdrawal without an answer may have been made: the balances reload', async () => {
  let isWithdrawn = false;
  let release: (() => void) | undefined;
  stubServer({
    'GET /api/nft/wallets': () => json(one),
    'GET /api/nft/portfolio': () => json(portfolio),
    'GET /api/nft/withdrawals': () => json({ ...outside, withdrawals: isWithdrawn ? [withdrawal] : [] }),
    'POST /api/nft/withdrawals': () =>
      new Promise((_, reject) => {
        isWithdrawn = true;
        release = () => reject(new TypeError('Failed to fetch'));
      }),
  });
  const { user } = await renderApp(<SharesOutside />);
  await user.type(await screen.findByRole('textbox', { name: 'Shares' }), '5');
  await user.click(screen.getByRole('button', { name: 'Withdraw Shares' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByRole('button', { name: 'Withdrawing…' })).toBeTruthy();
  release?.();
  expect(await screen.findByText(/^No answer\. The shares may have been withdrawn\./)).toBeTruthy();
  expect(await screen.findByText(/final after 12 confirmations/)).toBeTruthy();
});

test('offers sample funds for the gas of sending shares back on a sample network', async () => {
  const sent = stubServer({
    'GET /api/nft/wallets': () => json(one),
    'GET /api/nft/portfolio': () => json(portfolio),
    'GET /api/nft/withdrawals': () => json(outside),
    'POST /api/payments/demo-funds': () => json({ message: 'Sent 1,000 sample USDC.', hashes: [call.txHash] }),
  });
  const { user } = await renderApp(<SharesOutside />);
  await user.click(await screen.findByText('Get sample funds for your wallet'));
  await user.type(screen.getByLabelText('Address of your wallet'), WALLET);
  await user.click(screen.getByRole('button', { name: 'Get sample funds' }));
  expect(await screen.findByText('Sent 1,000 sample USDC.')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ address: WALLET });
});

test('reports that the balances of wallets are unknown while the network does not answer', async () => {
  stubServer({
    'GET /api/nft/wallets': () => json({ ...one, network: { ...network, chainId: null } }),
    'GET /api/nft/portfolio': () => json(portfolio),
    'GET /api/nft/withdrawals': () => json({ ...outside, balances: null }),
  });
  await renderApp(<SharesOutside />);
  expect(await screen.findByText(/does not answer, so the balances/)).toBeTruthy();
});
