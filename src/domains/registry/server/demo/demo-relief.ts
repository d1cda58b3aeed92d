import { listPayments } from '#domains/payments/server/index.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import { readAppeals } from '../appeals/appeals.ts';
import { decideAppeal } from '../appeals/decide-appeal.ts';
import { fileAppeal } from '../appeals/file-appeal.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import { correctBill } from '../corrections/correct-bill.ts';
import { grantExemption } from '../exemptions/grant-exemption.ts';
import type { Registry } from '../open-registry.ts';
import { refundPayment } from '../payments/refund-payment.ts';
import { PROPERTY_TAX } from '../payments/requirements.ts';
import { readBills } from '../taxes/bills.ts';
import { appraise } from './appraise.ts';
import { CLERK, cast, requireAccount, startOf } from './demo-cast.ts';

const DAY = 86_400_000;
const YEAR = 2025;
/** The part of a building's value that remains after an inspection. */
const GRANTED_SHARE = 0.88;

/** Returns the steps of exemptions and appeals, granted before, during and after the year whose tax they lower. */
export function planRelief(registry: Registry, city: readonly CityParcel[], world: DemoWorld): DemoStep[] {
  const day = (n: number) => startOf(world, YEAR) + n * DAY;
  const idOf = (position: number) => city[position]?.propertyId ?? '';
  const clerk = () => requireAccount(registry, CLERK);
  const exempt = (position: number, kind: string, fromYear: number, at: number): DemoStep => {
    const request = { propertyId: idOf(position), kind, fromYear, toYear: null, reason: 'Applied with proof' };
    return {
      name: `registry/exemption/${request.propertyId}`,
      at,
      record: async (key) => grantExemption(registry, await clerk(), request, key),
    };
  };
  const appeal = (position: number, at: number): DemoStep => ({
    name: `registry/appeal/${idOf(position)}`,
    at,
    async record(key) {
      const { land, building } = appraise(city[position] as CityParcel, YEAR);
      const value = land + Math.floor(building * GRANTED_SHARE);
      const statement = 'Similar houses on this street are assessed lower, and the roof is from 1961.';
      const request = { propertyId: idOf(position), year: YEAR, value, statement, documents: [] };
      await fileAppeal(registry, await requireAccount(registry, 'demo-resident'), request, key);
    },
  });
  return [
    exempt(cast.exempt, 'veteran', 2024, startOf(world, 2024) + 25 * DAY),
    exempt(cast.exemptLate, 'homestead', YEAR, day(50)),
    { name: 'registry/correction', at: day(52), record: (key) => correct(registry, idOf(cast.exemptLate), key) },
    {
      name: 'registry/refund',
      at: startOf(world, cast.overpaidYear) + 150 * DAY,
      record: (key) => refund(registry, idOf(cast.overpaid), key),
    },
    appeal(cast.appealed, day(30)),
    appeal(cast.deniedAppeal, day(31)),
    {
      name: 'registry/appeal-granted',
      at: day(44.1),
      async record(key) {
        const { land, building } = appraise(city[cast.appealed] as CityParcel, YEAR);
        const granted = {
          land,
          building: Math.floor(building * GRANTED_SHARE),
          reason: 'The roof needs to be replaced',
        };
        const appealId = await appealOf(registry, idOf(cast.appealed));
        await decideAppeal(registry, await clerk(), { appealId, outcome: 'granted', ...granted }, key);
      },
    },
    {
      name: 'registry/appeal-denied',
      at: day(45.1),
      async record(key) {
        const appealId = await appealOf(registry, idOf(cast.deniedAppeal));
        const denied = { appealId, outcome: 'denied', reason: 'It is assessed like its neighbors' } as const;
        await decideAppeal(registry, await clerk(), denied, key);
      },
    },
  ];
}

async function appealOf({ database }: Registry, propertyId: string): Promise<string> {
  const [appeal] = (await readAppeals(database, [propertyId])).get(propertyId) ?? [];
  if (appeal === undefined) throw new Error(`The demo's appeal for ${propertyId} is missing`);
  return appeal.appealId;
}

/** Corrects a bill that was paid before its exemption. The excess pays the next bill. */
async function correct(registry: Registry, propertyId: string, key: string): Promise<void> {
  const clerk = await requireAccount(registry, CLERK);
  const bill = (await readBills(registry.database, [propertyId])).get(propertyId)?.find(({ year }) => year === YEAR);
  if (bill === undefined) throw new Error(`The demo's bill of ${YEAR} for ${propertyId} is missing`);
  const reason = 'Granted after the bill was issued';
  const correction = { billNumber: bill.billNumber, reason, preview: false };
  await correctBill(registry, clerk, correction, key);
}

/** Refunds the excess of a transfer. */
async function refund(registry: Registry, propertyId: string, key: string): Promise<void> {
  const clerk = await requireAccount(registry, CLERK);
  const made = await listPayments(registry.database, { kind: PROPERTY_TAX, subject: propertyId, limit: 20 });
  const paid = made.find(({ allocations }) => allocations.some(({ part, cents }) => part === 'credit' && cents > 0));
  if (paid === undefined) throw new Error(`The demo's payment for ${propertyId} is missing`);
  const asked = { amount: cast.overpaidCents, reason: 'Transferred too much' };
  await refundPayment(registry, clerk, paid.paymentId, asked, key);
}
