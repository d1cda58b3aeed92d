import { settleWaiting } from '#domains/payments/server/index.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import type { Registry } from '../open-registry.ts';
import { chargeLateParcels } from '../taxes/charge-property.ts';
import { levyTaxes } from '../taxes/levy-taxes.ts';
import { setRates } from '../taxes/set-rates.ts';
import { CLERK, CURRENT_YEAR, cast, requireAccount, startOf } from './demo-cast.ts';
import { receiveStatement } from './demo-statements.ts';
import { ratesWith } from './demo-taxes.ts';
import { type Payment, payTogether, planPayments } from './demo-year-payments.ts';

const DAY = 86_400_000;
const FIRST_DUE = 46;
const SECOND_DUE = 140;
/** The days on which the bank's statements are read: before each due day, and after the late payments. */
const STATEMENT_DAYS = [32, 38, 44, 121, 127, 133, 139, 184];
const MONTH = 30.5;

/**
 * Returns the steps of a past tax year, all by the same code as this year's: rates, bills, payments by card and bank statement, and
 * late charges. Bills of 2025 that are still owed are charged each month.
 */
export function planYear(registry: Registry, city: readonly CityParcel[], world: DemoWorld, year: number): DemoStep[] {
  const day = (n: number) => startOf(world, year) + n * DAY;
  const propertyIds = city.map(({ propertyId }) => propertyId);
  const clerk = () => requireAccount(registry, CLERK);
  const payments = Map.groupBy(planPayments(year, city.length), (payment) => payment.day);
  return [
    {
      name: `registry/rates/${year}`,
      at: day(24.6),
      record: async (key) =>
        setRates(registry, await clerk(), { year, ...ratesWith([day(FIRST_DUE), day(SECOND_DUE)]) }, key),
    },
    {
      name: `registry/levy/${year}`,
      at: day(26),
      record: () => levyTaxes(registry, { username: CLERK }, { year, propertyIds, preview: false }),
    },
    ...[...payments].map(([n, due]: [number, Payment[]]) => ({
      name: `registry/payments/${year}/${n}`,
      at: day(n + 0.4),
      record: (key: string) => payTogether(registry, propertyIds, year, due, key),
    })),
    ...STATEMENT_DAYS.map((n) => ({
      name: `registry/statement/${year}/${n}`,
      at: day(n + 0.6),
      record: () =>
        receiveStatement(registry, propertyIds, {
          year,
          day: day(n),
          returned: n === 44 && year === cast.returnedYear,
          overpaid: n === 133 && year === cast.overpaidYear,
        }),
    })),
    ...lateDays(year).map((n) => ({
      name: `registry/late/${year}/${n}`,
      at: day(n),
      record: () => chargeLateParcels(registry, new AbortController().signal),
    })),
    ...(year === cast.disputedYear ? [dispute(registry, day(37))] : []),
  ];
}

/** Returns the step of a dispute, recorded by the same round as in a running server. */
const dispute = ({ payments: { cards } }: Registry, at: number): DemoStep => ({
  name: 'registry/dispute',
  at,
  record: async () => cards && settleWaiting(cards),
});

/** Returns the days on which months of interest begin, until the demo's weeks begin. */
function lateDays(year: number): number[] {
  const until = (CURRENT_YEAR - year) * 365;
  const days = [FIRST_DUE + 1.5, FIRST_DUE + 1.5 + MONTH];
  for (let n = SECOND_DUE + 1.5; n < until; n += MONTH) days.push(n);
  return days;
}
