import type { Owner } from '#domains/registry/contract.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import type { CityParcel } from '../city/city-parcel.ts';
import { recordDocument } from '../documents/record-document.ts';
import type { Registry } from '../open-registry.ts';
import { splitParcel } from '../parcels/split-parcel.ts';
import { readRights } from '../rights/rights.ts';
import { transferTitle } from '../rights/transfer-title.ts';
import { CLERK, cast, requireAccount, startOf } from './demo-cast.ts';
import { hashDeed } from './demo-deed.ts';
import { planRelief } from './demo-relief.ts';
import { halvesOf, planOf } from './split-lot.ts';

const DAY = 86_400_000;

/** Returns the steps that change titles (sales with their deeds, and the split of a lot) and those that lower taxes. */
export function planTitles(registry: Registry, city: readonly CityParcel[], world: DemoWorld): DemoStep[] {
  const last = startOf(world, 2025);
  const lot = city[cast.split] as CityParcel;
  const sell = (position: number, at: number, to: Owner, part = 1) =>
    sale(registry, city[position] as CityParcel, { at, to, part });
  return [
    sell(cast.sold, startOf(world, 2024) + 200 * DAY, { name: 'Nils Aune', contact: '12 Harrow Bay' }),
    sell(cast.sold, last + 200 * DAY, { username: 'mira-solberg' }),
    sell(cast.halfSold, last + 215 * DAY, { username: 'jonas-viken' }, 2),
    {
      name: 'registry/split',
      at: world.from + 20 * DAY,
      record: async (key) =>
        splitParcel(registry, await requireAccount(registry, CLERK), lot.propertyId, halvesOf(lot).map(planOf), key),
    },
    ...planRelief(registry, city, world),
  ];
}

type Sale = { readonly at: number; readonly to: Owner; readonly part: number };

/** Returns the step in which the first owner of a property sells one `part`th of it, and the deed is recorded. */
const sale = (registry: Registry, { propertyId, address }: CityParcel, { at, to, part }: Sale): DemoStep => ({
  name: `registry/sale/${propertyId}/${'username' in to ? to.username : 'name' in to ? to.name : 'city'}`,
  at,
  async record(key) {
    const clerk = await requireAccount(registry, CLERK);
    const title = part === 1 ? 'Deed of sale' : 'Deed of sale of a half';
    const sha256 = await hashDeed({ title, propertyId, address, at });
    await recordDocument(registry, clerk, { propertyId, title, sha256 }, `${key}:deed`);
    const [seller] = (await readRights(registry.database, [propertyId])).get(propertyId)?.keys() ?? [];
    const fraction = { numerator: 1, denominator: part };
    const request = { propertyId, from: seller ?? '', to, fraction, documentSha256: sha256 };
    await transferTitle(registry, clerk, request, `${key}:title`);
  },
});
