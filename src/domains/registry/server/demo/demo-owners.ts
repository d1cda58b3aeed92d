import type { Owner } from '#domains/registry/contract.ts';
import type { CityParcel } from '../city/city-parcel.ts';

const firstNames = [
  'Ada',
  'Bram',
  'Carys',
  'Dario',
  'Elif',
  'Femke',
  'Goran',
  'Hana',
  'Ilir',
  'Juno',
  'Kaja',
  'Lorcan',
];
const lastNames = [
  'Abara',
  'Brandvik',
  'Castell',
  'Dragov',
  'Eriksen',
  'Fonseca',
  'Grey',
  'Halloran',
  'Ibsen',
  'Jansen',
];

/** The positions of the parcels that the demo resident owns, and of one that it shares. */
const OF_RESIDENT = [49, 63, 123];
const SHARED = 99;

/** A whole, or two halves. */
const whole = { numerator: 1, denominator: 1 };
const half = { numerator: 1, denominator: 2 };

/** Returns the owners of the nth parcel of the sample city. The same parcel always has the same owners. */
export function ownersOf(
  parcel: Pick<CityParcel, 'cityOwned'>,
  n: number,
): { owner: Owner; fraction: { numerator: number; denominator: number } }[] {
  const named = (of: number): Owner => ({
    name: `${firstNames[of % firstNames.length]} ${lastNames[(of * 7 + 3) % lastNames.length]}`,
    contact: `${of} Harrow Bay`,
  });
  if (parcel.cityOwned) return [{ owner: { city: true }, fraction: whole }];
  const resident: Owner = { username: 'demo-resident' };
  if (OF_RESIDENT.includes(n)) return [{ owner: resident, fraction: whole }];
  if (n === SHARED) return [resident, named(n)].map((owner) => ({ owner, fraction: half }));
  if (n % 9 === 4) return [named(n), named(n + 1000)].map((owner) => ({ owner, fraction: half }));
  return [{ owner: named(n), fraction: whole }];
}
