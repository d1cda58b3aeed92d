import type { CityFeature } from '#domains/registry/contract.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import { assessment } from '../assessments/assess-property.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import { drawCity } from '../city/draw-city.ts';
import { surveyCity } from '../city/survey-city.ts';
import { setFeatures } from '../map/import-features.ts';
import type { Registry } from '../open-registry.ts';
import { importRoll } from '../parcels/import-roll.ts';
import { keyOf } from '../registry-requests.ts';
import { appraise } from './appraise.ts';
import { CLERK, CURRENT_YEAR, PAST_YEARS, requireAccount, startOf } from './demo-cast.ts';
import { ownersOf } from './demo-owners.ts';
import { planTaxes } from './demo-taxes.ts';
import { planTitles } from './demo-titles.ts';
import { planYear } from './demo-years.ts';
import { afterSplit, planOf } from './split-lot.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Returns the registry's part of the demo world: the city's roll on the second day, and in each tax year its assessments, bills and
 * payments. On a ledger of an earlier version, which has only the weeks, the years before them were assessed and not taxed.
 */
export function planRegistry(registry: Registry, world: DemoWorld): DemoStep[] {
  const { since, from } = world;
  const city = [...surveyCity()];
  const hasYears = since < from;
  const current = hasYears ? afterSplit(city) : city;
  return [
    { name: 'registry/map', at: since + 1.3 * DAY, record: () => drawMap(registry) },
    { name: 'registry/roll', at: since + 1.4 * DAY, record: () => registerCity(registry, city) },
    ...PAST_YEARS.map((year, n) => {
      const at = hasYears ? startOf(world, year) + 24.4 * DAY : from + (2.4 + n * 0.2) * DAY;
      return assessCity(registry, city, year, at);
    }),
    ...(hasYears
      ? [...PAST_YEARS.flatMap((year) => planYear(registry, city, world, year)), ...planTitles(registry, city, world)]
      : []),
    assessCity(registry, current, CURRENT_YEAR, from + 24.4 * DAY),
    ...planTaxes(registry, current, world, CLERK),
  ];
}

const drawMap = (registry: Registry) =>
  setFeatures(registry, { id: '', username: CLERK }, drawCity() as readonly CityFeature[], undefined);

async function registerCity(registry: Registry, city: readonly CityParcel[]): Promise<void> {
  const parcels = city.map((parcel, n) => ({ ...planOf(parcel), owners: ownersOf(parcel, n) }));
  const results = await importRoll(registry, { username: CLERK }, parcels);
  const rejected = results.find(({ outcome }) => outcome === 'rejected');
  if (rejected) throw new Error(`The sample city has an invalid parcel: ${rejected.problem}`);
}

const assessCity = (registry: Registry, city: readonly CityParcel[], year: number, at: number): DemoStep => ({
  name: `registry/assessments/${year}`,
  at,
  async record(key) {
    const clerk = await requireAccount(registry, CLERK);
    await Promise.all(
      city.map((parcel) => {
        const request = { propertyId: parcel.propertyId, year, ...appraise(parcel, year) };
        const own = keyOf(clerk, `${key}:${parcel.propertyId}`, ['assess', request]);
        return registry.requests.append(assessment(request, CLERK, registry.timeZone), own);
      }),
    );
  },
});
