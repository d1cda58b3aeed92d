/** The words of the property list, apart from their schemas so that the first page does not load those. */
export const propertyTypes = ['residential', 'commercial', 'industrial', 'mixed', 'civic', 'park', 'vacant'] as const;
/** A retired property was split or merged into others. */
export const propertyStatuses = ['active', 'retired'] as const;
export const sortableFields = ['address', 'assessedValue', 'taxOwed', 'propertyId'] as const;
export const appealStates = ['open', 'withdrawn', 'denied', 'granted'] as const;
