import type { CityParcel } from '../city/city-parcel.ts';

/** Dollars of a square foot of building and of land, by use. Civic buildings and parks are appraised too, and pay nothing. */
const rates: Readonly<Record<CityParcel['propertyType'], readonly [building: number, land: number]>> = {
  residential: [112, 9],
  commercial: [148, 21],
  industrial: [64, 6],
  mixed: [131, 17],
  civic: [95, 8],
  park: [0, 2],
  vacant: [0, 5],
};
const FIRST_YEAR = 2023;
const YEARLY_GROWTH = 0.031;
const LOSS_PER_YEAR_OF_AGE = 0.0035;
const OLDEST_SHARE = 0.55;

/** Returns what a parcel of the sample city is worth in a year, in whole dollars as cents. */
export function appraise(parcel: CityParcel, year: number): { land: number; building: number } {
  const [perBuilding, perLand] = rates[parcel.propertyType];
  const growth = (1 + YEARLY_GROWTH) ** (year - FIRST_YEAR);
  const age = parcel.yearBuilt === null ? 0 : year - parcel.yearBuilt;
  const condition = Math.max(OLDEST_SHARE, 1 - age * LOSS_PER_YEAR_OF_AGE);
  const dollars = (amount: number) => Math.round(amount / 100) * 100 * 100;
  return {
    land: dollars(parcel.lotSquareFeet * perLand * growth),
    building: dollars(parcel.squareFootage * perBuilding * condition * growth),
  };
}
