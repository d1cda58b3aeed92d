import type { PropertyType } from '#domains/registry/contract.ts';

/** The names of property types. */
export const propertyTypeNames: Readonly<Record<PropertyType, string>> = {
  residential: 'Residential',
  commercial: 'Commercial',
  industrial: 'Industrial',
  mixed: 'Mixed use',
  civic: 'Civic',
  park: 'Park',
  vacant: 'Vacant',
};

/** Returns a pseudonym as screens show it: the city by name, others by their first digits. */
export const holderName = (holder: string): string =>
  holder === 'city' ? 'City' : `Owner ${holder.slice('owner-'.length, 'owner-'.length + 8)}`;
