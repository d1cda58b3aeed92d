import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { exportRoll } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { saveBlob, saveCsv, showExportFailure } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';

type Parcel = ResponseIn<typeof exportRoll>['parcels'][number];

/** Exports all active properties to CSV or GeoJSON, with the names that an import accepts. */
export function RollExport() {
  const [progress, setProgress] = useState<{ read: number; total: number }>();
  const reading = useRef<AbortController>(undefined);
  const save = async (write: (parcels: readonly Parcel[]) => void | Promise<void>) => {
    const abort = new AbortController();
    const { signal } = abort;
    reading.current = abort;
    try {
      const parcels: Parcel[] = [];
      setProgress({ read: 0, total: 0 });
      for (let after: string | null | undefined; after !== null; ) {
        const part: ResponseIn<typeof exportRoll> = await call(
          exportRoll,
          { query: { limit: 500, ...(after === undefined ? {} : { after }) } },
          { signal },
        );
        parcels.push(...part.parcels);
        setProgress({ read: parcels.length, total: part.total });
        after = part.next;
      }
      await write(parcels);
    } catch {
      if (!signal.aborted) showExportFailure();
    } finally {
      setProgress(undefined);
    }
  };
  if (progress !== undefined)
    return (
      <div className="flex flex-col gap-3">
        <ProgressBar
          label="Reading the roll"
          share={progress.total === 0 ? undefined : progress.read / progress.total}
          value={`${formatCount(progress.read)} of ${formatCount(progress.total)}`}
        />
        <div>
          <Button onClick={() => reading.current?.abort()}>Cancel</Button>
        </div>
      </div>
    );
  const icon = <Download aria-hidden="true" size={15} />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={icon} onClick={() => void save(saveAsCsv)}>
        Export CSV
      </Button>
      <Button icon={icon} onClick={() => void save(saveAsGeoJson)}>
        Export GeoJSON
      </Button>
    </div>
  );
}

const columns = [
  'property_id',
  'address',
  'neighborhood',
  'use',
  'square_footage',
  'lot_square_feet',
  'year_built',
  'geometry',
];

const saveAsCsv = (parcels: readonly Parcel[]) =>
  saveCsv(
    'property-roll.csv',
    columns,
    parcels.map((one) => [
      one.propertyId,
      one.address,
      one.neighborhood,
      one.propertyType,
      one.squareFootage,
      one.lotSquareFeet,
      one.yearBuilt ?? '',
      one.geometry === null ? '' : JSON.stringify(one.geometry),
    ]),
  );

function saveAsGeoJson(parcels: readonly Parcel[]): void {
  const features = parcels.map(({ geometry, ...facts }) => ({
    type: 'Feature',
    geometry,
    properties: {
      property_id: facts.propertyId,
      address: facts.address,
      neighborhood: facts.neighborhood,
      use: facts.propertyType,
      square_footage: facts.squareFootage,
      lot_square_feet: facts.lotSquareFeet,
      year_built: facts.yearBuilt,
    },
  }));
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  saveBlob('property-roll.geojson', new Blob([text], { type: 'application/geo+json' }));
}
