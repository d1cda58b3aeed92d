import { listWallets, unbindWallet } from '#domains/market/contract.ts';
import { elsewhere, type RouteCase, type World } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { issueOfCity, payIn, sellTo } from '../traders.fixture.ts';
import { ask, bindNew, createWallet } from './wallets.fixture.ts';

const allowed = ['manufacturer', 'shipper', 'retailer', 'other', 'auditor', 'administrator', 'resident'] as const;
const nonce = '0'.repeat(24);
const signature = `0x${'1b'.repeat(65)}`;
const nobody = `0x${'ab'.repeat(20)}`;

/** Unbinds wallets, because the cases would reach the limit of an account. */
async function makeRoom(server: World['server'], as: TestAccount): Promise<void> {
  const { wallets } = (await server.call(listWallets, {}, { as })).body;
  for (const { address } of wallets) await server.call(unbindWallet, { params: { address } }, { as });
}

async function signed({ server }: World, account: TestAccount | undefined) {
  if (account === undefined || account.role === 'government') return { body: { nonce, signature } };
  await makeRoom(server, account);
  const wallet = createWallet();
  const asked = await ask(server, account, wallet.address);
  return { body: { nonce: asked.nonce, signature: await wallet.signMessage({ message: asked.message }) } };
}

async function bound({ server }: World, account: TestAccount | undefined) {
  if (account === undefined || account.role === 'government') return { params: { address: nobody } };
  await makeRoom(server, account);
  return { params: { address: (await bindNew(server, account)).address.toLowerCase() } };
}

/** Returns the body of a withdrawal by an account that bought the share and bound the wallet. */
async function withdrawable({ server }: World, account: TestAccount | undefined) {
  const body = { propertyId: 'HB-1', shareAmount: 1, wallet: nobody };
  if (account === undefined || account.role === 'government') return { body };
  await makeRoom(server, account);
  await payIn(server, account, 1);
  const propertyId = await issueOfCity(server);
  const seller = await server.account('government');
  await sellTo(server, { seller, buyer: account, propertyId, shares: 1, price: 1 });
  return { body: { ...body, propertyId, wallet: (await bindNew(server, account)).address.toLowerCase() } };
}

export const walletCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/nft/wallets': { allowed, good: () => ({}) },
  'POST /api/nft/wallets/message': {
    allowed,
    good: () => ({ body: { address: createWallet().address } }),
    invalid: [
      { body: {}, pointer: '/address' },
      { body: { address: '0x12' }, pointer: '/address' },
      { body: { address: nobody, chain: 1 }, pointer: '/chain' },
    ],
    refusals: elsewhere('server.unavailable'),
  },
  'POST /api/nft/wallets': {
    allowed,
    good: signed,
    invalid: [
      { body: { signature }, pointer: '/nonce' },
      { body: { nonce: 'x', signature }, pointer: '/nonce' },
      { body: { nonce, signature: '0x1' }, pointer: '/signature' },
      { body: { nonce, signature, address: nobody }, pointer: '/address' },
    ],
    refusals: [
      { code: 'market.message_gone', provoke: () => ({ body: { nonce, signature } }) },
      ...elsewhere('market.wallet_not_proven', 'market.wallet_taken', 'market.too_many_wallets', 'server.unavailable'),
    ],
  },
  'POST /api/nft/wallets/{address}/unbind': {
    allowed,
    good: bound,
    invalid: [{ params: { address: '0x12' }, pointer: '/address' }],
    refusals: [{ code: 'market.wallet_not_found', provoke: () => ({ params: { address: nobody } }) }],
  },
  'GET /api/nft/withdrawals': { allowed, good: () => ({}) },
  'POST /api/nft/withdrawals': {
    allowed,
    good: withdrawable,
    invalid: [
      { body: { shareAmount: 1, wallet: nobody }, pointer: '/propertyId' },
      { body: { propertyId: 'HB-1', shareAmount: 0, wallet: nobody }, pointer: '/shareAmount' },
      { body: { propertyId: 'HB-1', shareAmount: 1.5, wallet: nobody }, pointer: '/shareAmount' },
      { body: { propertyId: 'HB-1', shareAmount: 1_000_001, wallet: nobody }, pointer: '/shareAmount' },
      { body: { propertyId: 'HB-1', shareAmount: 1 }, pointer: '/wallet' },
      { body: { propertyId: 'HB-1', shareAmount: 1, wallet: nobody, to: 'me' }, pointer: '/to' },
    ],
    refusals: [
      {
        code: 'market.token_not_found',
        provoke: () => ({ body: { propertyId: 'NO-SUCH-1', shareAmount: 1, wallet: nobody } }),
      },
      ...elsewhere(
        ...['market.wallet_not_found', 'market.not_enough_shares', 'market.may_not_receive'],
        ...['request.idempotency_mismatch', 'server.unavailable'],
      ),
    ],
  },
};
