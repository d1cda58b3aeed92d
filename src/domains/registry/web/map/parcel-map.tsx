import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { PropertyType } from '#domains/registry/contract.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { propertyTypeNames } from '../property-type.ts';
import { mapQuery } from '../queries.ts';
import type { Bounds } from './map-canvas.tsx';
import { type ColorBy, owedLabel } from './map-colors.ts';
import { MapLegend } from './map-legend.tsx';
import type { ParcelFilter } from './map-style.ts';

const MapCanvas = lazy(() => import('./map-canvas.tsx'));

const colorings = [
  { value: 'use', label: 'Use' },
  { value: 'owed', label: 'Tax owed' },
  { value: 'status', label: 'Status' },
] as const;

export type ParcelMapProps = {
  colorBy: ColorBy;
  onColorBy: (colorBy: ColorBy) => void;
  filter: ParcelFilter;
  selectedId: string | undefined;
  onSelect: (propertyId: string) => void;
  /** The bounds of the selection, which the map moves to unless it already shows them. */
  bounds?: Bounds | undefined;
  /** A sentence about what the map cannot show of the list. */
  note?: string | undefined;
  /** The id of the list with the same properties, for the skip link. */
  listId: string;
};

/** The parcels on a map, in sync with a list: one selection, one filter. The list is the accessible equivalent. */
export function ParcelMap({ colorBy, onColorBy, filter, selectedId, onSelect, bounds, note, listId }: ParcelMapProps) {
  const { data, error, refetch } = useQuery(mapQuery);
  const [failed, setFailed] = useState(false);
  const [hovered, setHovered] = useState<Readonly<Record<string, unknown>>>();
  const fail = useCallback(() => setFailed(true), []);
  if (error && !data) return <ErrorState title="Couldn't load the map" error={error} onRetry={() => void refetch()} />;
  if (data && data.bounds === null) return null;
  return (
    <section aria-label="Map" className="mb-6">
      <a
        href={`#${listId}`}
        className="sr-only focus:not-sr-only focus:mb-2 focus:inline-block focus:text-accent-ink focus:underline"
      >
        Skip the map
      </a>
      <div className="overflow-hidden rounded-12 border border-line bg-surface">
        <div className="relative h-72 bg-stone-4 sm:h-96 lg:h-[28rem]">
          {failed ? (
            <p className="grid h-full place-items-center p-6 text-center text-muted">
              This device can't draw the map. The list shows the same properties.
            </p>
          ) : data?.bounds ? (
            <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
              <MapCanvas
                overview={{ ...data, bounds: data.bounds }}
                colorBy={colorBy}
                filter={filter}
                selectedId={selectedId}
                onSelect={onSelect}
                focus={bounds}
                onHover={setHovered}
                onFailure={fail}
              />
            </Suspense>
          ) : (
            <Skeleton className="h-full w-full rounded-none" />
          )}
          {hovered ? <HoveredParcel parcel={hovered} /> : null}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3">
          <MapLegend colorBy={colorBy} />
          <SegmentedControl label="Color by" value={colorBy} onValueChange={onColorBy} options={colorings} />
        </div>
      </div>
      {note ? <p className="mt-2 text-13 text-muted">{note}</p> : null}
    </section>
  );
}

/** The facts in the tiles about the parcel below the pointer. */
function HoveredParcel({ parcel }: { parcel: Readonly<Record<string, unknown>> }) {
  const use = propertyTypeNames[parcel['use'] as PropertyType] ?? '';
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute bottom-3 left-3 rounded-6 border border-line-strong bg-raised px-2.5 py-1.5 text-12 text-ink"
    >
      <span className="font-mono">{String(parcel['id'])}</span>
      <span className="text-muted">
        {' '}
        · {use} · {owedLabel(Number(parcel['owed']))}
      </span>
    </p>
  );
}
