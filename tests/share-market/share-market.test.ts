import { type Hex, parseEventLogs } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import type { ChainUnderTest } from '#platform/server/evm/testing/engines.fixture.ts';
import { addressOf, EARLIER, engines, type Market, openMarket, steps } from './market.fixture.ts';

const STEPS_MAX = 100;
const [issuer, ada, ben] = [addressOf('issuer'), addressOf('ada'), addressOf('ben')];
const { deposit, withdraw, place, fill, close } = steps;

describe.each(engines)('on $name', ({ open, present }) => {
  describe.skipIf(!present)('the share market', () => {
    let chain: ChainUnderTest;
    let m: Market;
    let ids = 0n;
    const orderId = () => ++ids;

    beforeAll(async () => {
      chain = await open();
      m = await openMarket(chain);
      await m.issue(1n, { issuer: 10_000n, ada: 10_000n });
      await m.issue(2n, { issuer: 10_000n });
      await m.issue(3n, { issuer: 10_000n, ada: 10n }, { isPublic: false });
      await m.settle([deposit('ada', 1n), deposit('ben', 1n)]);
    });
    afterAll(() => chain.stop());

    /** Each test starts with these. */
    beforeEach(async () => {
      for (const [name, cents] of Object.entries({ ada: 100_000n, ben: 100_000n, issuer: 0n })) {
        const has = await m.cents(name);
        if (has > cents) await m.settle([withdraw(addressOf(name), has - cents)]);
        if (has < cents) await m.settle([deposit(name, cents - has)]);
      }
    });

    const expectRefused = (list: readonly Hex[], reason: string, options: { time?: bigint; at?: bigint } = {}) =>
      m.expectRefused('market', m.settling(list, options), reason);

    test('cash is units of USDC, counts in the total, and is taken only while it is free', async () => {
      const before = (await m.readMarket('totalCents')) as bigint;
      await m.settle([deposit('ada', 5n), withdraw(ben, 100_000n)]);
      expect(await m.readMarket('cashOf', ada)).toBe(100_005n * 10_000n);
      expect(await m.readMarket('cashOf', ben)).toBe(0n);
      expect(await m.readMarket('totalCents')).toBe(before + 5n - 100_000n);
      await expectRefused([withdraw(ben, 1n)], `NotEnoughCash(${ben})`);
      await m.settle([place(orderId(), ada, 'purchase', 10n, 10_000n)]);
      await expectRefused([withdraw(ada, 6n)], `NotEnoughCash(${ada})`);
      await m.settle([close(ids)]);
    });

    test('an order holds its maximum cost, and closing returns it', async () => {
      const [sale, purchase] = [orderId(), orderId()];
      await m.settle([place(sale, ada, 'sale', 9_000n, 700n), place(purchase, ben, 'purchase', 100n, 999n)]);
      expect([await m.held('ada'), await m.cents('ben')]).toEqual([9_000n, 100n]);
      await expectRefused([place(orderId(), ada, 'sale', 1_001n, 1n)], `NotEnoughShares(${ada}, 1)`);
      await expectRefused([place(orderId(), ben, 'purchase', 101n, 1n)], `NotEnoughCash(${ben})`);
      expect(await m.readMarket('order', sale)).toMatchObject({ account: ada, tokenId: 1n, isSale: true, price: 700n });
      await m.settle([close(sale), close(purchase)]);
      expect([await m.held('ada'), await m.cents('ben')]).toEqual([0n, 100_000n]);
      await expectRefused([close(sale)], `NotOpen(${sale})`);
    });

    test('a trade has the price of the maker, and a purchase above it gets the difference back', async () => {
      const [sale, purchase] = [orderId(), orderId()];
      const had = await m.balance('ben');
      await m.settle([place(sale, ada, 'sale', 10n, 399n), place(purchase, ben, 'purchase', 7n, 500n)]);
      const receipt = await m.settle([fill(sale, purchase, 7n)]);
      // 7 × 399 = 2793, of which 2.5 % are 69.825.
      expect([await m.cents('ada'), await m.cents('ben'), await m.cents('issuer')]).toEqual([
        100_000n + 2_793n - 69n,
        100_000n - 2_793n,
        69n,
      ]);
      expect([await m.balance('ben'), await m.held('ada')]).toEqual([had + 7n, 3n]);
      expect(receipt.logs).toHaveLength(3);
      expect([await m.open(sale), await m.open(purchase)]).toEqual([3n, 0n]);
      await m.settle([close(sale)]);
    });

    test('a sale to a resting purchase has the price of the purchase', async () => {
      const [purchase, sale] = [orderId(), orderId()];
      await m.settle([
        place(purchase, ben, 'purchase', 5n, 500n),
        place(sale, ada, 'sale', 5n, 400n),
        fill(purchase, sale, 5n),
      ]);
      expect([await m.cents('ada'), await m.cents('ben')]).toEqual([100_000n + 2_500n - 62n, 97_500n]);
    });

    test('the receiver of royalties pays none, not even in the event, and may be the buyer', async () => {
      const [sale, purchase] = [orderId(), orderId()];
      const own = await m.settle([
        place(sale, issuer, 'sale', 2n, 1_000n),
        place(purchase, ben, 'purchase', 2n, 1_000n),
        fill(sale, purchase, 2n),
      ]);
      expect([await m.cents('issuer'), await m.cents('ben')]).toEqual([2_000n, 98_000n]);
      const [back, again] = [orderId(), orderId()];
      const other = await m.settle([
        place(back, ben, 'sale', 2n, 1_000n),
        place(again, issuer, 'purchase', 2n, 1_000n),
        fill(back, again, 2n),
      ]);
      expect([await m.cents('issuer'), await m.cents('ben')]).toEqual([50n, 99_950n]);
      const royalties = [own, other].flatMap(({ logs }) =>
        parseEventLogs({ abi: shareMarket.abi, eventName: 'Sale', logs }).map(({ args }) => args.royalty),
      );
      expect(royalties).toEqual([0n, 50n]);
    });

    describe('refuses', () => {
      const pair = async (sell = 100n, buy = 100n, tokenId = 1n) => {
        const [sale, purchase] = [orderId(), orderId()];
        const made = [place(sale, issuer, 'sale', 10n, sell), place(purchase, ben, 'purchase', 10n, buy, { tokenId })];
        await m.settle(made);
        return [sale, purchase] as const;
      };
      const refusesFill = async ([maker, taker]: readonly [bigint, bigint], shares: bigint, error: string) => {
        const facts = () => Promise.all([m.cents('ben'), m.balance('ben'), m.open(maker), m.open(taker)]);
        const before = await facts();
        await expectRefused([fill(maker, taker, shares)], error);
        expect(await facts()).toEqual(before);
      };

      test('an amount above either order’s open amount, and zero', async () => {
        const [sale, purchase] = await pair();
        await refusesFill([sale, purchase], 11n, `NotOpen(${sale})`);
        await refusesFill([sale, purchase], 0n, `NotOpen(${sale})`);
        await m.settle([fill(sale, purchase, 4n)]);
        await refusesFill([purchase, sale], 7n, `NotOpen(${purchase})`);
      });

      test('an order that is closed or unknown', async () => {
        const [sale, purchase] = await pair();
        await m.settle([close(sale)]);
        await refusesFill([sale, purchase], 1n, `NotOpen(${sale})`);
        await refusesFill([purchase, sale], 1n, `NotOpen(${sale})`);
        await refusesFill([purchase, 999_999n], 1n, 'NotOpen(999999)');
        await expectRefused([close(999_999n)], 'NotOpen(999999)');
      });

      test('orders of different tokens, of the same side, and of prices that do not meet', async () => {
        const other = await pair(100n, 100n, 2n);
        await refusesFill(other, 1n, `DifferentTokens(${other})`.replace(',', ', '));
        const [sale, purchase] = await pair(101n, 100n);
        await refusesFill([sale, purchase], 1n, `PricesDoNotMeet(${sale}, ${purchase})`);
        await refusesFill([purchase, sale], 1n, `PricesDoNotMeet(${purchase}, ${sale})`);
        await refusesFill([sale, other[0]], 1n, `SameSide(${sale}, ${other[0]})`);
        await refusesFill([sale, sale], 1n, `SameSide(${sale}, ${sale})`);
      });

      test('a trade of an account with itself', async () => {
        const [sale, purchase] = [orderId(), orderId()];
        await m.settle([place(sale, ada, 'sale', 5n, 10n), place(purchase, ada, 'purchase', 5n, 10n)]);
        await refusesFill([sale, purchase], 5n, `SelfTrade(${sale}, ${purchase})`);
        await m.settle([close(sale), close(purchase)]);
      });

      test('shares for an account that may not receive them', async () => {
        const [sale, purchase] = [orderId(), orderId()];
        await m.settle([
          place(sale, ada, 'sale', 5n, 10n, { tokenId: 3n }),
          place(purchase, ben, 'purchase', 5n, 10n, { tokenId: 3n }),
        ]);
        await refusesFill([sale, purchase], 5n, `MayNotReceive(3, ${ben})`);
      });

      test('an order with a used id, without shares or price, or of a wallet', async () => {
        const [sale] = await pair();
        await expectRefused([place(sale, ben, 'purchase', 1n, 1n)], `OrderExists(${sale})`);
        await expectRefused([place(777n, ben, 'purchase', 0n, 1n)], 'EmptyOrder(777)');
        await expectRefused([place(777n, ben, 'purchase', 1n, 0n)], 'EmptyOrder(777)');
        const { admin } = m.accounts;
        await expectRefused([place(777n, admin, 'sale', 1n, 1n)], `NotCustodial(${admin})`);
      });

      test('an invalid step, and keeps no part of its call', async () => {
        const had = await m.cents('ben');
        await expectRefused([deposit('ben', 5n), '0x12345678'], 'FailedCall()');
        await expectRefused([deposit('ben', 5n), m.settling([deposit('ben', 5n)]).data], 'NotAStep()');
        await expectRefused([deposit('ben', 5n), m.toMarket('pause').data], 'AccessControlUnauthorizedAccount');
        expect(await m.cents('ben')).toBe(had);
      });
    });

    test('a call takes effect once and in order', async () => {
      const last = (await m.readMarket('lastSequence')) as bigint;
      const step = [deposit('ben', 1n)];
      for (const at of [0n, last, last + 2n]) await expectRefused(step, `WrongSequence(${at}, ${last + 1n})`, { at });
      await m.settle(step);
      await expectRefused(step, `WrongSequence(${last + 1n}, ${last + 2n})`, { at: last + 1n });
      expect(await m.readMarket('lastSequence')).toBe(last + 1n);
    });

    test('a call has at least one step and at most a hundred', async () => {
      await expectRefused([], 'WrongSteps(0)');
      await expectRefused(Array(STEPS_MAX + 1).fill(deposit('ben', 1n)), `WrongSteps(${STEPS_MAX + 1})`);
      await m.settle(Array(STEPS_MAX).fill(deposit('ben', 1n)));
    });

    test('only the account of the market settles, and takes steps only in a call of settle', async () => {
      for (const by of ['admin', ben] as const)
        expect(await m.reasonOf(by, m.settling([deposit('ben', 1n)]))).toContain('AccessControlUnauthorizedAccount');
      for (const data of [
        deposit('ben', 1n),
        withdraw(ben, 1n),
        place(777n, ben, 'purchase', 1n, 1n),
        fill(1n, 2n, 1n),
        close(1n),
        steps.withdrawTo(ada, 1n, m.accounts.admin),
      ])
        await m.expectRefused('market', { to: m.market, data }, 'NotAStep()');
    });

    test('a pause refuses every call until the admin ends it', async () => {
      await m.expectRefused('market', m.toMarket('pause'), 'AccessControlUnauthorizedAccount');
      await m.send('admin', m.toMarket('pause'));
      await expectRefused([deposit('ben', 1n)], 'EnforcedPause()');
      await m.expectRefused('market', m.toMarket('unpause'), 'AccessControlUnauthorizedAccount');
      await m.send('admin', m.toMarket('unpause'));
      await m.settle([deposit('ben', 1n)]);
    });

    test('a call may be at most a minute ahead of its block', async () => {
      const { timestamp } = await m.client.getBlock();
      const ahead = (seconds: bigint) => m.settling([deposit('ben', 1n)], { time: timestamp + seconds });
      expect(await m.reasonOf('market', ahead(60n))).toBe(undefined);
      expect(await m.reasonOf('market', ahead(3_600n))).toBe(`WrongTime(${timestamp + 3_600n})`);
    });

    test('orders expire by the time of the call, which never decreases', async () => {
      const [sale, purchase, late] = [orderId(), orderId(), orderId()];
      const expiresAt = EARLIER + 100n;
      const placed = [place(sale, ada, 'sale', 10n, 100n, { expiresAt }), place(purchase, ben, 'purchase', 10n, 100n)];
      await m.settle(placed);
      // The time of the block is years later. One second is left by that of the operator.
      await m.settle([fill(sale, purchase, 1n)], { time: expiresAt - 1n });
      await expectRefused([fill(sale, purchase, 1n)], `Expired(${sale})`, { time: expiresAt });
      await expectRefused([fill(purchase, sale, 1n)], `Expired(${sale})`, { time: expiresAt });
      await expectRefused([place(late, ben, 'purchase', 1n, 1n, { expiresAt })], `Expired(${late})`, {
        time: expiresAt,
      });
      await expectRefused([close(sale)], `WrongTime(${expiresAt - 2n})`, { time: expiresAt - 2n });
      await m.settle([close(sale)], { time: expiresAt });
      expect(await m.held('ada')).toBe(0n);
      await expectRefused([deposit('ben', 1n)], `WrongTime(${EARLIER})`);
    });
  });
});
