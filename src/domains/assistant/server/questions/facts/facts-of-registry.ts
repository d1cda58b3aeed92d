import { municipalDashboard, type Property, readProperty, residentProperties } from '#domains/registry/contract.ts';
import type { Part } from '../check/answer-text.ts';
import {
  about,
  all,
  choice,
  concerning,
  type Fact,
  name,
  none,
  number,
  percent,
  rows,
  verdict,
} from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { AccountName, World } from '../world.fixture.ts';

export type PropertyFilter = {
  readonly neighborhood?: string;
  readonly type?: Property['metadata']['propertyType'];
  readonly street?: string;
  /** `active` if omitted. */
  readonly status?: Property['status'] | 'any';
  readonly where?: (property: Property) => boolean;
};

const hundredth = 100;
/** An amount in cents as a number of dollars. */
export const dollars = (cents: number | undefined, where?: Part): Fact =>
  number(cents === undefined ? undefined : cents / hundredth, where);

async function propertiesOf(world: World, filter: PropertyFilter): Promise<readonly Property[]> {
  const { neighborhood, type, street = '', status = 'active', where } = filter;
  return (await world.properties()).filter(
    (property) =>
      (status === 'any' || property.status === status) &&
      (neighborhood === undefined || property.metadata.neighborhood === neighborhood) &&
      (type === undefined || property.metadata.propertyType === type) &&
      property.address.includes(street) &&
      (where?.(property) ?? true),
  );
}

/** Every property by its parcel number. Several parcels may share an address. */
const propertyIds = async (world: World) =>
  new Map(
    (await world.properties()).flatMap(({ propertyId, address }) => [
      [propertyId, propertyId],
      [address, propertyId],
    ]),
  );

/** Returns the active property at an address, or with a parcel number. */
export async function propertyAt(world: World, address: string): Promise<Property> {
  const [found] = await propertiesOf(world, {
    where: (property) => property.address === address || property.propertyId === address,
  });
  if (found === undefined) throw new Error(`The sample city has no ${address}`);
  return found;
}

/** Requires a fact and that it concerns this property. */
export async function withProperty(world: World, address: string, fact: Fact): Promise<Fact> {
  const { address: own, propertyId } = await propertyAt(world, address);
  const others = (await world.properties()).map((property) => property.address).filter((other) => other !== own);
  const subjects = [about(own, others), about(propertyId, others)];
  return {
    text: `${fact.text} of ${own}`,
    isStated: (answer, part) => fact.isStated(answer, part) && subjects.some((one) => one.isStated(answer, part)),
  };
}

export const countProperties =
  (filter: PropertyFilter = {}): FactOf =>
  async (world) =>
    concerning(
      number((await propertiesOf(world, filter)).length),
      filter.neighborhood === undefined ? [/propert|parcel|lot/i] : [filter.neighborhood],
    );
/** The share of properties on which tax is owed. */
export const shareOwing: FactOf = async (world) => {
  const properties = await propertiesOf(world, {});
  const share = (100 * properties.filter(({ taxOwed }) => taxOwed > 0).length) / properties.length;
  return concerning(percent(Math.round(share * 10) / 10), [/tax/i]);
};
export const listedProperties =
  (filter: PropertyFilter = {}): FactOf =>
  async (world) =>
    rows(
      (await propertiesOf(world, filter)).map(({ propertyId }) => propertyId),
      await propertyIds(world),
    );
export const noProperties =
  (filter: PropertyFilter): FactOf =>
  async (world) =>
    concerning(none((await propertiesOf(world, filter)).length), [filter.neighborhood ?? /propert/i]);

/** What is owed for a property, in dollars; none if nothing is. */
export const taxOf =
  (address: string): FactOf =>
  async (world) => {
    const { taxOwed } = await propertyAt(world, address);
    return withProperty(world, address, taxOwed === 0 ? none(0) : dollars(taxOwed));
  };
export const assessedAt =
  (address: string): FactOf =>
  async (world) =>
    withProperty(world, address, dollars((await propertyAt(world, address)).assessedValue));
export const valueInYear =
  (address: string, year: number, part: 'total' | 'land' | 'building' = 'total'): FactOf =>
  async (world) => {
    const { propertyId } = await propertyAt(world, address);
    const { assessments } = await world.read(readProperty, { params: { id: propertyId } });
    return withProperty(world, address, dollars(assessments.find((one) => one.year === year)?.[part]));
  };
export const wordOf =
  (address: string, field: 'neighborhood' | 'propertyType' | 'propertyId' | 'status'): FactOf =>
  async (world) => {
    const property = await propertyAt(world, address);
    const value = field === 'propertyId' || field === 'status' ? property[field] : property.metadata[field];
    return withProperty(world, address, name([value]));
  };
export const sizeOf =
  (address: string): FactOf =>
  async (world) =>
    withProperty(world, address, number((await propertyAt(world, address)).metadata.squareFootage));
export const numberOf =
  (address: string, field: 'yearBuilt' | 'lotSquareFeet'): FactOf =>
  async (world) => {
    const { propertyId } = await propertyAt(world, address);
    return withProperty(
      world,
      address,
      number((await world.read(readProperty, { params: { id: propertyId } }))[field] ?? undefined),
    );
  };
/** Whether tax is owed on a property. */
export const owesTax =
  (address: string): FactOf =>
  async (world) => {
    const { taxOwed } = await propertyAt(world, address);
    return withProperty(world, address, verdict(taxOwed > 0, [taxOwed > 0 ? dollars(taxOwed) : none(0)]));
  };
/** The properties into which one was split. */
export const splitInto =
  (id: string): FactOf =>
  async (world) =>
    rows(
      (await world.read(readProperty, { params: { id } })).replacedBy,
      new Map(
        (await world.properties())
          .filter(({ propertyId }) => propertyId !== id)
          .map(({ propertyId }) => [propertyId, propertyId]),
      ),
    );

/** The property with the highest, or the lowest, amount. */
export const extreme =
  (field: 'assessedValue' | 'taxOwed', order: 'highest' | 'lowest' = 'highest', filter: PropertyFilter = {}): FactOf =>
  async (world) => {
    const sign = order === 'highest' ? 1 : -1;
    const [first, second] = (await propertiesOf(world, filter)).toSorted((a, b) => sign * (b[field] - a[field]));
    if (first === undefined || first[field] === second?.[field])
      throw new Error(`No single property has the ${order} ${field}`);
    return all([name([first.address, first.propertyId]), dollars(first[field], 'everything')]);
  };
/** The most tax that is owed on one property. */
export const highestTax: FactOf = async (world) =>
  dollars(Math.max(...(await propertiesOf(world, {})).map(({ taxOwed }) => taxOwed)));
/** The amounts of these properties together. */
export const sumOf =
  (field: 'assessedValue' | 'taxOwed', filter: PropertyFilter = {}): FactOf =>
  async (world) =>
    dollars((await propertiesOf(world, filter)).reduce((sum, property) => sum + property[field], 0));
export const areaOf =
  (filter: PropertyFilter): FactOf =>
  async (world) =>
    number((await propertiesOf(world, filter)).reduce((sum, { metadata }) => sum + metadata.squareFootage, 0));
export const largestNeighborhood =
  (filter: PropertyFilter = {}): FactOf =>
  async (world) => {
    const counts = Map.groupBy(await propertiesOf(world, filter), ({ metadata }) => metadata.neighborhood);
    const [first, second] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
    if (first === undefined || first[1].length === second?.[1].length)
      throw new Error('No single neighborhood is largest');
    const candidates = [...counts.keys()].map((one) => [one]);
    return all([choice([first[0]], candidates), number(first[1].length, 'everything')]);
  };
export const neighborhoodNames: FactOf = async (world) => {
  const names = [...new Set((await world.properties()).map(({ metadata }) => metadata.neighborhood))];
  return rows(names, new Map(names.map((one) => [one, one])));
};

type Total = 'totalProperties' | 'governmentProperties' | 'activeResidents' | 'blockchainTransactions';
export const cityTotal =
  (field: Total): FactOf =>
  async (world) =>
    concerning(number((await world.read(municipalDashboard, {})).stats[field]), [/propert|parcel|resident|block/i]);
export const cityAmount =
  (field: 'totalAssessedValue' | 'totalTaxOwed'): FactOf =>
  async (world) =>
    dollars((await world.read(municipalDashboard, {})).stats[field]);

/** What an account owns. */
export const ownedBy =
  (who: AccountName): FactOf =>
  async (world) => {
    const { properties } = await world.read(residentProperties, { params: { id: who } }, who);
    return rows(
      properties.map(({ propertyId }) => propertyId),
      await propertyIds(world),
    );
  };
export const ownedCount =
  (who: AccountName): FactOf =>
  async (world) =>
    concerning(number((await world.read(residentProperties, { params: { id: who } }, who)).totalProperties), [
      /propert|parcel/i,
    ]);
export const owedBy =
  (who: AccountName): FactOf =>
  async (world) => {
    const { properties } = await world.read(residentProperties, { params: { id: who } }, who);
    return dollars(properties.reduce((sum, { taxOwed }) => sum + taxOwed, 0));
  };
