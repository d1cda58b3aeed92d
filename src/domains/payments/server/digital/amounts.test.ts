import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfUsdc, centsOfWei, usdcForCents, weiForCents } from './amounts.ts';

const cents = fc.integer({ min: 1, max: 10_000_000_000 });
const rate = fc.integer({ min: 1, max: 1_000_000_000 });
const runs = { numRuns: 2000 };

test('the requested ETH is worth exactly the amount, and one wei less is worth less', () => {
  fc.assert(
    fc.property(cents, rate, (amount, price) => {
      const wei = weiForCents(amount, price);
      expect(centsOfWei(wei, price)).toBe(amount);
      expect(centsOfWei(wei - 1n, price)).toBe(amount - 1);
    }),
    runs,
  );
});

test('wei are never worth more than at the exact price, and less than a cent below it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 1, max: 1_000_000 }), (wei, price) => {
      const exact = wei * BigInt(price);
      const credited = BigInt(centsOfWei(wei, price)) * 10n ** 18n;
      expect(credited <= exact && exact - credited < 10n ** 18n).toBe(true);
    }),
    runs,
  );
});

test('two transfers are never worth more than one of their sum', () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 22n });
  fc.assert(
    fc.property(wei, wei, rate, (one, other, price) => {
      expect(centsOfWei(one, price) + centsOfWei(other, price)).toBeLessThanOrEqual(centsOfWei(one + other, price));
    }),
    runs,
  );
});

test('USDC converts without a remainder, and parts of a cent do not count', () => {
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 0n, max: 9999n }), (amount, part) => {
      expect(centsOfUsdc(usdcForCents(amount) + part)).toBe(amount);
    }),
    runs,
  );
});

test('refuses an amount that no number holds exactly', () => {
  expect(() => centsOfUsdc(10n ** 30n)).toThrow('too many');
});
