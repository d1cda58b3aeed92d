import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseEventLogs } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hostileWallet } from '#contracts/artifacts/hostile-wallet.gen.ts';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import type { ChainUnderTest } from '#platform/server/evm/testing/engines.fixture.ts';
import { addressOf, engines, idOf, type Market, openMarket, steps } from './market.fixture.ts';

const MOODS = ['Accept', 'AnswerWrong', 'Revert', 'BurnGas', 'LongReason', 'Hungry', 'Reenter'] as const;
const ada = addressOf('ada');
const { deposit, place, fill, close, withdrawTo } = steps;

describe.each(engines)('on $name', ({ open, present }) => {
  describe.skipIf(!present)('wallets', () => {
    let chain: ChainUnderTest;
    let m: Market;
    let wallet: Address;

    beforeAll(async () => {
      chain = await open();
    });
    beforeEach(async () => {
      m = await openMarket(chain);
      await m.issue(1n, { ada: 100n, issuer: 100n });
      await m.issue(2n, { ada: 100n }, { isPublic: false });
      await m.settle([deposit('ada', 1_000n), deposit('ben', 1_000n)]);
      wallet = (await m.deploy(encodeDeployData(hostileWallet))).address;
    });
    afterAll(() => chain.stop());

    const prepare = (mood: (typeof MOODS)[number], target: Address = wallet, data: Hex = '0x') =>
      m.send('admin', toWallet('prepare', MOODS.indexOf(mood), target, data));
    const toWallet = (functionName: string, ...args: unknown[]) => ({
      to: wallet,
      data: encodeFunctionData({ abi: hostileWallet.abi, functionName, args } as never),
    });
    const ofWallet = (): Promise<bigint> => m.readShares('balanceOf', wallet, 1n);
    const withdrawals = ({ logs }: Awaited<ReturnType<Market['settle']>>) =>
      parseEventLogs({ abi: shareMarket.abi, logs })
        .map(({ eventName }) => eventName)
        .filter((name) => name === 'SharesWithdrawn' || name === 'WithdrawalRefused');

    test('a wallet that accepts shares gets them, and only it moves them', async () => {
      expect(withdrawals(await m.settle([withdrawTo(ada, 60n, wallet)]))).toEqual(['SharesWithdrawn']);
      expect([await m.balance('ada'), await ofWallet()]).toEqual([40n, 60n]);
      const back = m.toShares('safeTransferFrom', wallet, ada, 1n, 60n, '0x');
      await m.expectRefused('market', back, 'ERC1155MissingApprovalForAll');
      expect((await m.send('admin', toWallet('execute', m.shares, back.data))).status).toBe('success');
      expect([await m.balance('ada'), await ofWallet()]).toEqual([100n, 0n]);
    });

    test.each(['AnswerWrong', 'Revert', 'BurnGas', 'LongReason'] as const)(
      'a wallet that answers with %s gets nothing and stops no other step',
      async (mood) => {
        await prepare(mood);
        const receipt = await m.settle([
          withdrawTo(ada, 60n, wallet),
          deposit('ben', 5n),
          withdrawTo(ada, 1n, m.accounts.admin),
        ]);
        expect(withdrawals(receipt)).toEqual(['WithdrawalRefused', 'SharesWithdrawn']);
        expect([await m.balance('ada'), await ofWallet(), await m.cents('ben')]).toEqual([99n, 0n, 1_005n]);
        expect(receipt.gasUsed).toBeLessThan(600_000n);
      },
    );

    test('a contract that accepts no shares, the market, and the zero address get none', async () => {
      const nobody: Address = `0x${'00'.repeat(20)}`;
      const receipt = await m.settle([m.market, m.shares, nobody].map((to) => withdrawTo(ada, 1n, to)));
      expect(withdrawals(receipt)).toEqual(Array(3).fill('WithdrawalRefused'));
      expect(await m.balance('ada')).toBe(100n);
    });

    test('a wallet that calls back during the receipt moves nothing', async () => {
      const stolen = withdrawTo(ada, 40n, wallet);
      const attacks: readonly (readonly [Address, Hex])[] = [
        [m.market, m.settling([stolen]).data],
        [m.market, m.settling([stolen], { at: 3n }).data],
        [m.market, stolen],
        [m.market, deposit('ada', 1_000_000n)],
        [m.market, close(1n)],
        [m.market, m.toMarket('grantRole', await m.readMarket('SETTLER_ROLE'), wallet).data],
        [m.shares, m.toShares('moveCustodial', ada, addressOf('ben'), 1n, 1n).data],
        [m.shares, m.toShares('moveToWallet', ada, wallet, 1n, 1n).data],
        [m.shares, m.toShares('safeTransferFrom', ada, wallet, 1n, 1n, '0x').data],
        [m.shares, m.toShares('setMarket', wallet).data],
      ];
      for (const [target, data] of attacks) {
        await prepare('Reenter', target, data);
        const had = await Promise.all([m.balance('ada'), ofWallet(), m.cents('ada')]);
        await m.settle([withdrawTo(ada, 2n, wallet)]);
        expect(await read('called')).toBe(true);
        expect(await read('succeeded')).toBe(false);
        expect(await Promise.all([m.balance('ada'), ofWallet(), m.cents('ada')])).toEqual([
          had[0]! - 2n,
          had[1]! + 2n,
          had[2],
        ]);
      }
    });

    test('a wallet that opens custody or transfers its shares during the receipt disturbs nothing', async () => {
      await prepare('Reenter', m.shares, m.toShares('openCustody', idOf('anyone')).data);
      await m.settle([withdrawTo(ada, 3n, wallet)]);
      expect(await read('succeeded')).toBe(true);
      await prepare('Reenter', m.shares, m.toShares('safeTransferFrom', wallet, ada, 1n, 5n, '0x').data);
      await m.settle([withdrawTo(ada, 2n, wallet), deposit('ben', 1n)]);
      expect([await m.balance('ada'), await ofWallet()]).toEqual([100n, 0n]);
    });

    test('shares held by a sale stay reserved, and a sale is filled after a withdrawal', async () => {
      await m.settle([place(1n, ada, 'sale', 70n, 10n), place(2n, addressOf('ben'), 'purchase', 70n, 10n)]);
      const refused = `NotEnoughShares(${ada}, 1)`;
      await m.expectRefused('market', m.settling([withdrawTo(ada, 31n, wallet)]), refused);
      await m.settle([withdrawTo(ada, 30n, wallet), fill(1n, 2n, 70n)]);
      expect([await m.balance('ada'), await ofWallet(), await m.balance('ben')]).toEqual([0n, 30n, 70n]);
    });

    test('shares that are not public leave custody only for an allowed wallet', async () => {
      const toTheWallet = [withdrawTo(ada, 10n, wallet, 2n)];
      expect(withdrawals(await m.settle(toTheWallet))).toEqual(['WithdrawalRefused']);
      await m.send('market', m.toShares('allow', 2n, wallet, true));
      expect(withdrawals(await m.settle(toTheWallet))).toEqual(['SharesWithdrawn']);
      const onward = m.toShares('safeTransferFrom', wallet, m.accounts.admin, 2n, 1n, '0x');
      expect(await m.reasonOf(wallet, onward)).toContain('MayNotReceive');
      const both = m.toShares('safeBatchTransferFrom', wallet, m.accounts.admin, [1n, 2n], [0n, 1n], '0x');
      expect(await m.reasonOf(wallet, both)).toContain('MayNotReceive');
    });

    test('too little gas makes the whole call fail, and never looks like a refusal of the wallet', async () => {
      await prepare('Hungry');
      const outcomes = { success: 0, reverted: 0 };
      for (let gas = 240_000n; gas <= 400_000n; gas += 5_000n) {
        const at = ((await m.readMarket('lastSequence')) as bigint) + 1n;
        const receipt = await m.send('market', m.settling([withdrawTo(ada, 1n, wallet)], { at }), gas);
        outcomes[receipt.status] += 1;
        if (receipt.status === 'success') expect(withdrawals(receipt)).toEqual(['SharesWithdrawn']);
      }
      expect(outcomes.success).toBeGreaterThan(3);
      expect(outcomes.reverted).toBeGreaterThan(3);
    });

    const read = (functionName: 'called' | 'succeeded') =>
      m.client.readContract({ address: wallet, abi: hostileWallet.abi, functionName });
  });
});
