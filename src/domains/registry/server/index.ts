export { CITY } from '#domains/registry/contract/title/city.ts';
export type { City } from './open-registry.ts';
export { findProperties, findPropertyIds, listProperties } from './parcels/list-properties.ts';
export { readHoldersOfAccount } from './rights/parties.ts';
export { readTitle, type Title, type TitlePart } from './rights/read-title.ts';
export { endOfDay } from './taxes/end-of-day.ts';
export { readOverdue } from './taxes/read-overdue.ts';
