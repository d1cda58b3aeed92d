import { propertyNotFound, propertyRetired } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ParcelState, RegistryView } from './registry-state.ts';

/**
 * Returns the parcel, which must be active.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`
 */
export function requireActive(view: Pick<RegistryView, 'parcel'>, propertyId: string): ParcelState {
  const parcel = view.parcel(propertyId);
  if (parcel === undefined) throw noSuchProperty(propertyId);
  if (parcel.status === 'retired')
    throw new AppError(propertyRetired, `Property ${propertyId} was split or merged and no longer changes.`, {
      hint: 'Its page names the properties that replaced it.',
    });
  return parcel;
}

export const noSuchProperty = (propertyId: string) =>
  new AppError(propertyNotFound, `Property ${propertyId} was not found.`, {
    hint: 'Search for it by address or neighborhood.',
  });
