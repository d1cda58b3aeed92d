import type { TitleView } from './title-search.ts';

const ofOwnership: ReadonlySet<string> = new Set([
  'registry.parcel_registered',
  'registry.parcel_corrected',
  'registry.parcel_split',
  'registry.parcels_merged',
  'registry.title_transferred',
  'registry.document_recorded',
]);

/** Reports whether a block belongs to a view: ownership, or else assessments, bills and payments. */
export const isIn = (view: TitleView, { action }: { readonly action: string }): boolean =>
  view === 'all' || ofOwnership.has(action) === (view === 'ownership');
