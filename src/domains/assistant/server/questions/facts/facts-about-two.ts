import { residentProperties } from '#domains/registry/contract.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { all, choice, concerning, name, none, number, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { AccountName, World } from '../world.fixture.ts';
import { dollars } from './facts-of-registry.ts';

/** The value of each of two assets. */
export const both =
  (one: string, other: string, field: 'currentLocation' | 'currentStatus'): FactOf =>
  async (world) => {
    const of = (asset: Asset) => name([asset[field], asset[field]?.split(',')[0]], 'everything');
    const facts = [
      of(await world.asset(one)),
      of(await world.asset(other)),
      name([one], 'everything'),
      name([other], 'everything'),
    ];
    return all(facts);
  };

/** The one of two assets with more events. */
export const moreEventsOf =
  (one: string, other: string): FactOf =>
  async (world) => {
    const [first, second] = [await world.asset(one), await world.asset(other)];
    if (first.eventCount === second.eventCount) throw new Error(`${one} and ${other} have the same number of events`);
    const [more, less] = first.eventCount > second.eventCount ? [first, second] : [second, first];
    return all([
      choice([more.assetId], [[less.assetId]]),
      number(more.eventCount, 'everything'),
      number(less.eventCount, 'everything'),
    ]);
  };

async function at(world: World, address: string) {
  const found = (await world.properties()).find((property) => property.address === address);
  if (found === undefined) throw new Error(`The sample city has no ${address}`);
  return found;
}

/** The address of a parcel. */
export const addressOf =
  (propertyId: string): FactOf =>
  async (world) =>
    name([(await world.properties()).find((property) => property.propertyId === propertyId)?.address]);

/** Whether nothing is owed on a property. */
export const paidInFull =
  (address: string): FactOf =>
  async (world) => {
    const { taxOwed } = await at(world, address);
    return concerning(verdict(taxOwed === 0, [taxOwed === 0 ? none(0) : dollars(taxOwed)]), [address]);
  };

/** The property of an account on which most is owed. */
export const mostOwedBy =
  (who: AccountName): FactOf =>
  async (world) => {
    const { properties } = await world.read(residentProperties, { params: { id: who } }, who);
    const [first, second] = properties.toSorted((a, b) => b.taxOwed - a.taxOwed);
    if (first === undefined || first.taxOwed === second?.taxOwed) throw new Error('No single property owes most');
    return all([name([first.address, first.propertyId]), dollars(first.taxOwed, 'everything')]);
  };

/** The one of two properties with the higher assessed value. */
export const higherOf =
  (one: string, other: string): FactOf =>
  async (world) => {
    const [first, second] = [await at(world, one), await at(world, other)];
    if (first.assessedValue === second.assessedValue) throw new Error(`${one} and ${other} have the same value`);
    const [more, less] = first.assessedValue > second.assessedValue ? [first, second] : [second, first];
    return all([choice([more.address], [[less.address]]), dollars(more.assessedValue, 'everything')]);
  };
