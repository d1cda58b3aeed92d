import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { blockNumber } from '#domains/ledger/web/index.ts';
import { exportCityFeatures, importCityFeatures } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { saveBlob, saveCsv, showExportFailure } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { type BadFeature, type MapFile, readFeatures } from './read-features.ts';

/** The maximum size of a file, which may have more data than the map uses. */
const BYTES_MAX = 5_000_000;

type Result = ResponseIn<typeof importCityFeatures>;
type Step =
  | { readonly is: 'choosing'; readonly problem?: string }
  | { readonly is: 'reviewing'; readonly name: string; readonly file: MapFile }
  | { readonly is: 'done'; readonly result: Result; readonly bad: readonly BadFeature[] };

/** Replaces the features between the parcels from a file: choose, review, import, and save a report of the rejected ones. */
export function MapImport() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ is: 'choosing' });
  const { mutateAsync, isPending, error, reset } = useCallMutation(importCityFeatures);
  const choose = () => {
    reset();
    setStep({ is: 'choosing' });
  };
  const read = async (file: File) => {
    if (file.size > BYTES_MAX)
      return setStep({ is: 'choosing', problem: 'The file is larger than 5 MB. Simplify its shapes.' });
    try {
      setStep({ is: 'reviewing', name: file.name, file: readFeatures(await file.text()) });
    } catch (problem) {
      setStep({ is: 'choosing', problem: problem instanceof Error ? problem.message : "Couldn't read the file." });
    }
  };
  const send = async ({ good, bad }: MapFile) => {
    try {
      const result = await mutateAsync({ body: { type: 'FeatureCollection', features: good as never } });
      setStep({ is: 'done', result, bad });
      await queryClient.invalidateQueries({ queryKey: ['registry'] });
    } catch {
      // The banner shows the error, and the file can be sent again.
    }
  };
  switch (step.is) {
    case 'choosing':
      return <MapChoice problem={step.problem} onFile={(file) => void read(file)} />;
    case 'reviewing':
      return (
        <MapReview
          {...step}
          busy={isPending}
          failure={error?.message}
          onBack={choose}
          onSend={() => void send(step.file)}
        />
      );
    case 'done':
      return <MapDone {...step} onAgain={choose} />;
  }
}

function MapChoice({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Banner kind="failure">{problem}</Banner> : null}
      <FileDrop
        label="Choose a GeoJSON file of the map, or drop it here"
        hint="Up to 2,000 features. It replaces the map as a whole, after you review it."
        accept=".json,.geojson,application/geo+json,application/json"
        onFile={onFile}
      />
      <p className="text-13 text-pretty text-muted">
        Each feature has kind and name: water and green are Polygons, street and bridge are LineStrings, neighborhood is
        a Point. WGS 84, at most 50 km from the registered properties.
      </p>
      <div>
        <Button variant="quiet" icon={<Download aria-hidden="true" size={15} />} onClick={() => void saveMap()}>
          Export the map
        </Button>
      </div>
    </div>
  );
}

async function saveMap(): Promise<void> {
  try {
    const map = await call(exportCityFeatures, {});
    saveBlob('city-map.geojson', new Blob([JSON.stringify(map)], { type: 'application/geo+json' }));
  } catch {
    showExportFailure();
  }
}

type ReviewProps = {
  name: string;
  file: MapFile;
  busy: boolean;
  failure: string | undefined;
  onBack: () => void;
  onSend: () => void;
};

function MapReview({ name, file: { good, counts, bad }, busy, failure, onBack, onSend }: ReviewProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="font-medium">{name}</span>: {formatCounted(good.length, 'feature', 'features')} can be imported
        {counts.size === 0
          ? ''
          : ` (${[...counts].map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ')})`}
        .
      </p>
      {failure === undefined ? null : <Banner kind="failure">{failure}</Banner>}
      <BadFeatures rows={bad} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Choose another file
        </Button>
        <Button variant="primary" disabled={good.length === 0} busy={busy && 'Importing…'} onClick={onSend}>
          Replace the map
        </Button>
      </div>
    </div>
  );
}

function MapDone({ result, bad, onAgain }: { result: Result; bad: readonly BadFeature[]; onAgain: () => void }) {
  const { outcome, imported, rejected, blockIndex } = result;
  const said = {
    replaced: `The map has ${formatCounted(imported, 'feature', 'features')} now. Block ${blockIndex === null ? '' : blockNumber(blockIndex)} has its hash.`,
    unchanged: 'The map is the same. Nothing changed.',
    rejected: 'Nothing was imported, and the map stays as it was.',
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner kind={outcome === 'rejected' ? 'failure' : 'info'}>{said[outcome]}</Banner>
      <BadFeatures rows={[...bad, ...rejected]} />
      <div>
        <Button onClick={onAgain}>Done</Button>
      </div>
    </div>
  );
}

const SHOWN = 10;

function BadFeatures({ rows }: { rows: readonly BadFeature[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <Banner kind="warning">
        {formatCounted(rows.length, 'feature', 'features')} cannot be imported. The number is the feature in the file.
      </Banner>
      <ul className="divide-y divide-line text-13">
        {rows.slice(0, SHOWN).map(({ feature, problem }) => (
          <li key={`${feature} ${problem}`} className="py-1.5">
            <span className="tabular text-muted">{feature}</span> {problem}
          </li>
        ))}
        {rows.length > SHOWN ? (
          <li className="py-1.5 text-muted">and {formatCount(rows.length - SHOWN)} more in the report</li>
        ) : null}
      </ul>
      <div>
        <Button onClick={() => void saveReport(rows)}>Save report</Button>
      </div>
    </>
  );
}

const saveReport = (rows: readonly BadFeature[]) =>
  saveCsv(
    'rejected-features.csv',
    ['feature', 'reason'],
    rows.map(({ feature, problem }) => [feature, problem]),
  );
