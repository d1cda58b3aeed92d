import { encodeDeployData } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { createOperator } from '#platform/server/evm/operator.ts';
import { type ChainUnderTest, createSender, sendAndWait } from '#platform/server/evm/testing/engines.fixture.ts';
import { addressOf, engines, idOf, type Market, openMarket, steps } from './market.fixture.ts';

const HOLDERS_MAX = 150;

describe.each(engines)('on $name', ({ open, present }) => {
  describe.skipIf(!present)('property shares', () => {
    let chain: ChainUnderTest;
    let m: Market;

    beforeAll(async () => {
      chain = await open();
      m = await openMarket(chain);
      await m.issue(1n, { issuer: 600n, coOwner: 400n });
      await m.issue(2n, { issuer: 1000n }, { isPublic: false, royalty: 1000n });
    });
    afterAll(() => chain.stop());

    const issue = (
      tokenId: bigint,
      { holders = ['issuer'], amounts = [10n], royalty = 250n } = {} as {
        holders?: string[];
        amounts?: bigint[];
        royalty?: bigint;
      },
    ) => m.toShares('issue', tokenId, holders.map(idOf), amounts, idOf('issuer'), royalty, true);
    const move = (from: string, to: string, tokenId: bigint, amount: bigint) =>
      m.toShares('moveCustodial', addressOf(from), addressOf(to), tokenId, amount);

    test('an issue creates the supply for custodial addresses, which are hashes of ids', async () => {
      expect([await m.balance('issuer'), await m.balance('coOwner')]).toEqual([600n, 400n]);
      expect(await m.readShares('totalSupply', 1n)).toBe(1000n);
      expect(await m.readShares('custodyOf', idOf('issuer'))).toBe(addressOf('issuer'));
      expect(await m.readShares('isCustodial', addressOf('coOwner'))).toBe(true);
      expect(await m.readShares('isCustodial', m.accounts.admin)).toBe(false);
    });

    test('a token is issued once, and only by the account of the market', async () => {
      await m.expectRefused('market', issue(1n), 'AlreadyIssued(1)');
      await m.expectRefused('admin', issue(7n), 'AccessControlUnauthorizedAccount');
      expect(await m.readShares('totalSupply', 1n)).toBe(1000n);
      expect(await m.readShares('exists', 7n)).toBe(false);
    });

    test.each([
      ['no holder', { holders: [], amounts: [] }, 'BadDistribution()'],
      ['an amount too few', { holders: ['a', 'b'], amounts: [1n] }, 'BadDistribution()'],
      ['an amount of zero', { holders: ['a', 'b'], amounts: [1n, 0n] }, 'BadDistribution()'],
      [
        'too many holders',
        {
          holders: Array.from({ length: HOLDERS_MAX + 1 }, (_, n) => `${n}`),
          amounts: Array(HOLDERS_MAX + 1).fill(1n),
        },
        'BadDistribution()',
      ],
      ['a royalty above 10 %', { royalty: 1001n }, 'RoyaltyTooHigh(1001)'],
    ])('an issue with %s is refused', async (_, request, reason) => {
      await m.expectRefused('market', issue(8n, request), reason);
      expect(await m.readShares('exists', 8n)).toBe(false);
    });

    test('the most holders of one issue fit into a transaction', async () => {
      const holders = Array.from({ length: HOLDERS_MAX }, (_, n) => [`holder ${n}`, BigInt(n + 1)]);
      const { gasUsed } = await m.issue(9n, Object.fromEntries(holders));
      expect(gasUsed).toBeLessThan(16_000_000n);
      expect(await m.readShares('totalSupply', 9n)).toBe(BigInt((HOLDERS_MAX * (HOLDERS_MAX + 1)) / 2));
    });

    test('royalties go to the custodial address of the issuer', async () => {
      expect(await m.readShares('royaltyInfo', 1n, 10_000n)).toEqual([addressOf('issuer'), 250n]);
      expect(await m.readShares('royaltyInfo', 2n, 10_009n)).toEqual([addressOf('issuer'), 1000n]);
    });

    test('only the market moves shares of custodial addresses', async () => {
      for (const by of ['admin', 'market'] as const) {
        await m.expectRefused(by, move('issuer', 'coOwner', 1n, 1n), 'NotMarket()');
        const { to, data } = m.toShares('moveToWallet', addressOf('issuer'), m.accounts.admin, 1n, 1n);
        await m.expectRefused(by, { to, data }, 'NotMarket()');
        for (const batch of [false, true]) {
          const [name, one] = batch ? ['safeBatchTransferFrom', [1n]] : ['safeTransferFrom', 1n];
          const take = m.toShares(name as string, addressOf('issuer'), m.accounts[by], one, one, '0x');
          await m.expectRefused(by, take, 'ERC1155MissingApprovalForAll');
        }
      }
    });

    test('the market moves no shares of a wallet, and none to a wallet as if it were custodial', async () => {
      const wallet = m.accounts.admin;
      await m.settle([steps.withdrawTo(addressOf('issuer'), 5n, wallet)]);
      const from = (functionName: string, ...args: unknown[]) => m.toShares(functionName, ...args, 1n, 1n);
      const wrong = `WrongCustody(${wallet})`;
      expect(await m.reasonOf(m.market, from('moveCustodial', wallet, addressOf('issuer')))).toBe(wrong);
      expect(await m.reasonOf(m.market, from('moveCustodial', addressOf('issuer'), wallet))).toBe(wrong);
      expect(await m.reasonOf(m.market, from('moveToWallet', wallet, m.accounts.market))).toBe(wrong);
      expect(await m.reasonOf(m.market, from('moveToWallet', addressOf('issuer'), addressOf('coOwner')))).toBe(
        `WrongCustody(${addressOf('coOwner')})`,
      );
      expect(await m.reasonOf(m.market, from('moveCustodial', addressOf('issuer'), addressOf('coOwner')))).toBe(
        undefined,
      );
      // A wallet can return shares to custody at any time.
      const back = m.toShares('safeTransferFrom', wallet, addressOf('issuer'), 1n, 5n, '0x');
      expect((await m.send('admin', back)).status).toBe('success');
      expect(await m.balance('issuer')).toBe(600n);
    });

    test('opening custody grants no role over a wallet, and happens once', async () => {
      const stranger = createOperator(generatePrivateKey(), chain.chainId);
      await sendAndWait(chain, await m.byOperator({ to: stranger.address, value: 10n ** 20n, gas: 21_000n }));
      const byStranger = createSender(stranger);
      const call = m.toShares('openCustody', idOf('somebody'));
      expect((await sendAndWait(chain, await byStranger(call))).logs).toHaveLength(1);
      expect((await sendAndWait(chain, await byStranger(call))).logs).toHaveLength(0);
      expect(await m.readShares('isCustodial', stranger.address)).toBe(false);
      expect(await m.reasonOf(stranger.address, issue(8n))).toContain('AccessControlUnauthorizedAccount');
    });

    test('only allowed accounts receive shares of a token that is not public', async () => {
      const refused = `MayNotReceive(2, ${addressOf('coOwner')})`;
      const transfer = move('issuer', 'coOwner', 2n, 1n);
      expect(await m.reasonOf(m.market, transfer)).toBe(refused);
      const allow = (allowed: boolean) => m.toShares('allow', 2n, addressOf('coOwner'), allowed);
      await m.expectRefused('admin', allow(true), 'AccessControlUnauthorizedAccount');
      expect((await m.send('market', allow(true))).status).toBe('success');
      expect(await m.reasonOf(m.market, transfer)).toBe(undefined);
      expect((await m.send('market', allow(false))).status).toBe('success');
      expect(await m.reasonOf(m.market, transfer)).toBe(refused);
      expect(await m.reasonOf(m.market, move('issuer', 'coOwner', 1n, 1n))).toBe(undefined);
    });

    test('the market is set once, by the admin, to a contract', async () => {
      await m.expectRefused('admin', m.toShares('setMarket', m.market), 'BadMarket()');
      await m.expectRefused('market', m.toShares('setMarket', m.market), 'AccessControlUnauthorizedAccount');
      const roles = [m.accounts.admin, m.accounts.market] as const;
      const { address: to } = await m.deploy(encodeDeployData({ ...propertyShares, args: roles }));
      expect(await m.reasonOf('admin', { ...m.toShares('setMarket', m.accounts.market), to })).toBe('BadMarket()');
      expect(await m.reasonOf('admin', { ...m.toShares('setMarket', m.market), to })).toBe(undefined);
    });

    test('a pause stops transfers and issues until it ends', async () => {
      await m.expectRefused('market', m.toShares('pause'), 'AccessControlUnauthorizedAccount');
      expect((await m.send('admin', m.toShares('pause'))).status).toBe('success');
      expect(await m.reasonOf(m.market, move('issuer', 'coOwner', 1n, 1n))).toBe('EnforcedPause()');
      await m.expectRefused('market', issue(8n), 'EnforcedPause()');
      await m.expectRefused('market', m.toShares('unpause'), 'AccessControlUnauthorizedAccount');
      expect((await m.send('admin', m.toShares('unpause'))).status).toBe('success');
      expect(await m.reasonOf(m.market, move('issuer', 'coOwner', 1n, 1n))).toBe(undefined);
    });

    test('the admin sets the metadata URL of all tokens', async () => {
      const set = m.toShares('setUriPrefix', 'https://city.example/tokens/');
      await m.expectRefused('market', set, 'AccessControlUnauthorizedAccount');
      expect((await m.send('admin', set)).status).toBe('success');
      expect(await m.readShares('uri', 1n)).toBe('https://city.example/tokens/1');
      expect(await m.readShares('uri', 18_446_744_073_709_551_615n)).toMatch(/\/18446744073709551615$/);
    });

    test('reports the interfaces of ERC-165, ERC-1155, its metadata, ERC-2981 and roles, and no other', async () => {
      const ids = ['0x01ffc9a7', '0xd9b67a26', '0x0e89341c', '0x2a55205a', '0x7965db0b', '0xffffffff'];
      expect(await Promise.all(ids.map((id) => m.readShares('supportsInterface', id)))).toEqual(
        ids.map((id) => id !== '0xffffffff'),
      );
    });
  });
});
