import { findByUsername } from '#domains/participants/server/index.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import { assessment } from '../assessments/assess-property.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import { drawCity } from '../city/draw-city.ts';
import { surveyCity } from '../city/survey-city.ts';
import { replaceCityFeatures } from '../map/city-features.ts';
import type { Registry } from '../open-registry.ts';
import { importRoll } from '../parcels/import-roll.ts';
import { keyOf } from '../registry-requests.ts';
import { appraise } from './appraise.ts';
import { ownersOf } from './demo-owners.ts';
import { planTaxes } from './demo-taxes.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLERK = 'demo-government';
/** The years that were assessed before the registry began, and the one that is assessed in it. */
const EARLIER_YEARS = [2024, 2025];
const CURRENT_YEAR = 2026;

/**
 * Returns the registry's part of the demo world: the city's roll on the second day, its earlier assessments on the third, and
 * this year's, with its tax, in the fourth week.
 */
export function planRegistry(registry: Registry, world: DemoWorld): DemoStep[] {
  const { from } = world;
  const city = [...surveyCity()];
  return [
    { name: 'registry/map', at: from + 1.3 * DAY, record: () => replaceCityFeatures(registry.database, drawCity()) },
    { name: 'registry/roll', at: from + 1.4 * DAY, record: () => registerCity(registry, city) },
    ...EARLIER_YEARS.map((year, n) => assessCity(registry, city, year, from + (2.4 + n * 0.2) * DAY)),
    assessCity(registry, city, CURRENT_YEAR, from + 24.4 * DAY),
    ...planTaxes(registry, city, world, CLERK),
  ];
}

async function registerCity(registry: Registry, city: readonly CityParcel[]): Promise<void> {
  const parcels = city.map(({ building: _, name: __, cityOwned, geometry, ...facts }, n) => ({
    ...facts,
    geometry: {
      type: geometry.type,
      coordinates: geometry.coordinates.map((ring) => ring.map(([x, y]) => [x, y] as [number, number])),
    },
    owners: ownersOf({ cityOwned }, n),
  }));
  const results = await importRoll(registry, { username: CLERK }, parcels);
  const rejected = results.find(({ outcome }) => outcome === 'rejected');
  if (rejected) throw new Error(`The sample city has an invalid parcel: ${rejected.problem}`);
}

const assessCity = (registry: Registry, city: readonly CityParcel[], year: number, at: number): DemoStep => ({
  name: `registry/assessments/${year}`,
  at,
  async record(key) {
    const clerk = await findByUsername(registry.database, CLERK);
    if (clerk === undefined) throw new Error(`The demo account ${CLERK} is missing`);
    await Promise.all(
      city.map((parcel) => {
        const request = { propertyId: parcel.propertyId, year, ...appraise(parcel, year) };
        const own = keyOf(clerk.account, `${key}:${parcel.propertyId}`, ['assess', request]);
        return registry.requests.append(assessment(request, CLERK), own);
      }),
    );
  },
});
