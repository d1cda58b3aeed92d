import type { FeesByMethod } from '#domains/payments/contract.ts';
import type { TaxRates } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import type { Registry } from '../open-registry.ts';
import { confirm } from '../payments/decide-payment.ts';
import { payBill } from '../payments/pay-tax.ts';
import { setMethodFees } from '../payments/set-method-fees.ts';
import { readBills } from '../taxes/bills.ts';
import { levyTaxes } from '../taxes/levy-taxes.ts';
import { setRates } from '../taxes/set-rates.ts';
import { CURRENT_YEAR, requireAccount } from './demo-cast.ts';

const DAY = 86_400_000;
const YEAR = CURRENT_YEAR;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the rates of the sample city, in parts per million: five lines, two installments, 1 % a month and 3 % once when late. */
export function ratesWith(due: readonly [first: number, second: number]): TaxRates {
  const line = (name: string, homes: number, others: number) => ({
    name,
    rates: {
      residential: homes,
      mixed: homes,
      vacant: homes,
      commercial: others,
      industrial: others,
      civic: 0,
      park: 0,
    },
  });
  return {
    lines: [
      line('City operations', 6800, 9400),
      line('Schools', 8200, 8200),
      line('Harbor and roads', 1900, 3100),
      line('Library', 450, 450),
      line('Parks', 380, 380),
    ],
    installments: due.map((time) => ({ due: dayOf(time), percent: 50 })),
    interestBasisPoints: 100,
    penaltyBasisPoints: 300,
    exemptions: [
      { kind: 'homestead', name: 'Homestead', cents: 2_500_000 },
      { kind: 'senior', name: 'Senior', cents: 1_500_000 },
      { kind: 'veteran', name: 'Veteran', basisPoints: 1000 },
      { kind: 'nonprofit', name: 'Nonprofit', basisPoints: 10_000 },
    ],
    appealDays: 45,
  };
}

/** Cards have a fee of 2.35 %, as card providers charge the city. Transfers and USDC are free. */
const free = { fixedCents: 0, basisPoints: 0 };
const demoFees: FeesByMethod = { bank: free, usdc: free, eth: free, fiat: { fixedCents: 0, basisPoints: 235 } };

/** What the owner of the nth parcel does with its bill. Of the demo resident's parcels one is paid, two are half paid, and one is not. */
type Habit = 'all by card' | 'half by card' | 'half by transfer' | 'announced' | 'nothing';
const habits: readonly Habit[] = [
  'half by card',
  'all by card',
  'half by transfer',
  'half by card',
  'all by card',
  'half by transfer',
  'nothing',
  'half by transfer',
  'announced',
];

/** Returns the steps that levy this year's tax in the sample city and pay most of it. */
export function planTaxes(registry: Registry, city: readonly CityParcel[], world: DemoWorld, user: string): DemoStep[] {
  const clerk = () => requireAccount(registry, user);
  const propertyIds = city.map(({ propertyId }) => propertyId);
  return [
    {
      name: `registry/rates/${YEAR}`,
      at: world.from + 25 * DAY,
      record: async (key) =>
        setRates(
          registry,
          await clerk(),
          { year: YEAR, ...ratesWith([world.from + 46 * DAY, world.to + 75 * DAY]) },
          key,
        ),
    },
    {
      // After the payments below, which had no fee.
      name: 'registry/method-fees',
      at: world.from + 55 * DAY,
      record: async (key) => setMethodFees(registry, await clerk(), demoFees, key),
    },
    {
      name: `registry/levy/${YEAR}`,
      at: world.from + 26 * DAY,
      record: () => levyTaxes(registry, { username: user }, { year: YEAR, propertyIds, preview: false }),
    },
    ...city.flatMap(({ propertyId }, n): DemoStep[] => {
      const habit = habits[n % habits.length] ?? 'nothing';
      if (habit === 'nothing') return [];
      const at = world.from + (27 + ((n * 7) % 17)) * DAY + (8 + (n % 9)) * 3_600_000;
      const pay = (key: string) => payAsUsual(registry, propertyId, habit, key);
      const opened: DemoStep = { name: `registry/payment/${propertyId}`, at, touches: [propertyId], record: pay };
      if (habit !== 'half by transfer') return [opened];
      const arrives = async (key: string) => {
        const { payment } = (await pay(key.replace('/arrival/', '/payment/'))) ?? {};
        if (payment === undefined) return;
        const settled = (error: unknown) => {
          if (!(error instanceof AppError && error.kind.code === 'payments.settled')) throw error;
        };
        await confirm(registry, await clerk(), payment.id, { amountChecked: false }).catch(settled);
      };
      return [
        opened,
        { name: `registry/arrival/${propertyId}`, at: at + 2 * DAY, touches: [propertyId], record: arrives },
      ];
    }),
  ];
}

/** Pays a bill of the sample city. Exempt parcels have none. */
async function payAsUsual(registry: Registry, propertyId: string, habit: Habit, key: string) {
  const bills = (await readBills(registry.database, [propertyId])).get(propertyId) ?? [];
  const bill = bills.find(({ year }) => year === YEAR);
  if (bill === undefined) return undefined;
  const tax = bill.installments.reduce((sum, { cents }) => sum + cents, 0);
  const amount = habit === 'all by card' ? tax : (bill.installments[0]?.cents ?? tax);
  const paymentMethod = habit.endsWith('card') ? 'fiat' : 'bank';
  return payBill(registry, bill.billNumber, { amount, paymentMethod }, key);
}
