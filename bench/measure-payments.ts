import {
  assessProperty,
  confirmPayment,
  importRoll,
  levyTaxes,
  type ParcelInput,
  payProperty,
  propertyTypes,
  setRates,
} from '#domains/registry/contract.ts';
import { surveyCity } from '#domains/registry/server/city/survey-city.ts';
import { type Calls, openCalls } from './registry-calls.ts';
import type { Row } from './report.ts';
import { rateOf, type Workspace } from './workspace.ts';

const BILLED = 400;
/** The maximum number that may be pending for one property. */
const PAYMENTS_EACH = 20;
const CALLERS = 64;
const SECONDS = 8;
const ROLL = 10_000;
const CHUNK = 500;
const YEAR = 2026;

const whole = { numerator: 1, denominator: 1 };

/** Measures confirmed payments next to plain appends in the same run: allocation, bills, postings and block commit together. */
export async function measurePayments(place: Workspace): Promise<Row> {
  const calls = await openCalls(place);
  const waiting = await announcePayments(calls);
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let paymentId = waiting[next++]; paymentId !== undefined; paymentId = waiting[next++])
        await calls(confirmPayment, { params: { paymentId }, body: {} });
    }),
  );
  const perSecond = waiting.length / ((performance.now() - begun) / 1000);
  const appends = await rateOf(place.append, CALLERS, SECONDS);
  return {
    what: `payments confirmed, ${CALLERS} callers`,
    measured: `${Math.round(perSecond).toLocaleString('en-US')}/s`,
    against: `durable appends, ${CALLERS} callers: ${Math.round(appends).toLocaleString('en-US')}/s`,
    ratio: perSecond / appends,
    bar: 0.5,
  };
}

/** Registers properties with a bill and announces transfers for each. Returns the waiting payments. */
async function announcePayments(calls: Calls): Promise<string[]> {
  const ids = Array.from({ length: BILLED }, (_, n) => `PAY-${n}`);
  const parcels = ids.map((propertyId, n) => ({
    propertyId,
    address: `${n + 1} Payment Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 1000,
    lotSquareFeet: 4000,
    yearBuilt: null,
    owners: [{ owner: { name: `Owner ${n}` }, fraction: whole }],
  }));
  await calls(importRoll, { body: { parcels } });
  const assessed = { year: YEAR, land: 10_000_000, building: 10_000_000 };
  await Promise.all(ids.map((id) => calls(assessProperty, { params: { id }, body: assessed })));
  const rates = Object.fromEntries(propertyTypes.map((type) => [type, 20_000])) as Record<
    (typeof propertyTypes)[number],
    number
  >;
  const installments = [{ due: `${new Date().getFullYear() + 1}-12-15`, percent: 100 }];
  const lines = [{ name: 'City', rates }];
  const late = { interestBasisPoints: 100, penaltyBasisPoints: 300 };
  await calls(setRates, { body: { year: YEAR, lines, installments, ...late } });
  await calls(levyTaxes, { body: { year: YEAR, propertyIds: ids, preview: false } });
  const waiting: string[] = [];
  for (let round = 0; round < PAYMENTS_EACH; round += 1)
    waiting.push(
      ...(await Promise.all(
        ids.map(async (propertyId) => {
          const body = { amount: 100, paymentMethod: 'bank' as const };
          return (await calls(payProperty, { params: { propertyId }, body })).payment.id;
        }),
      )),
    );
  return waiting;
}

/** Measures the import of a roll with geometries, two requests at a time, as the city desk does. */
export async function measureRollImport(place: Workspace): Promise<Row> {
  const calls = await openCalls(place);
  const parcels = Array.from(
    surveyCity({ parcels: ROLL }),
    ({ building: _, name: __, cityOwned: ___, ...parcel }, n) => ({
      ...parcel,
      geometry: structuredClone(parcel.geometry) as ParcelInput['geometry'],
      propertyId: `ROLL-${n}`,
      owners: [{ owner: { name: `Owner ${n}` }, fraction: whole }],
    }),
  );
  const chunks = Array.from({ length: ROLL / CHUNK }, (_, n) => parcels.slice(n * CHUNK, (n + 1) * CHUNK));
  const begun = performance.now();
  await Promise.all(
    [0, 1].map(async () => {
      for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
        const { results } = await calls(importRoll, { body: { parcels: chunk } });
        const lost = results.find(({ outcome }) => outcome !== 'registered');
        if (lost !== undefined) throw new Error(`${lost.propertyId} was ${lost.outcome}: ${lost.problem}`);
      }
    }),
  );
  const perSecond = ROLL / ((performance.now() - begun) / 1000);
  return {
    what: `roll import, ${ROLL.toLocaleString('en-US')} parcels with geometry, each a block`,
    measured: `${Math.round(perSecond).toLocaleString('en-US')}/s`,
    against: '2,000/s',
    ratio: perSecond / 2000,
    bar: 1,
  };
}
