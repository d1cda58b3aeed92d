import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { importRoll } from '#domains/registry/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { saveCsv, saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import type { FileWords } from './file-words.ts';
import { openRoll } from './open-roll.ts';
import type { BadRow, RollRow } from './read-roll.ts';
import { createRollSender, describeOutcomes, describeSent, type RollSender } from './send-roll.ts';

const BYTES_MAX = 150_000_000;
const template = [
  'property_id,address,neighborhood,use,square_footage,lot_square_feet,year_built,owners',
  'HB-0412-017,14 Quay Street,Old Harbor,residential,1180,4200,1931,1/2 @demo-resident; 1/2 Ada Quay',
  'HB-0412-018,16 Quay Street,Old Harbor,park,0,9100,,city',
].join('\r\n');

type Step =
  | { readonly is: 'choosing'; readonly problem?: string }
  | { readonly is: 'reading'; readonly name: string }
  | ({ readonly is: 'reviewing'; readonly name: string } & Read)
  | { readonly is: 'sending'; readonly sender: RollSender; readonly bad: readonly BadRow[]; readonly words: FileWords };
type Read = { readonly chunks: RollRow[][]; readonly bad: readonly BadRow[]; readonly words: FileWords };

/** Imports a roll from a file: choose, review invalid rows, send with progress, and save a report of every rejected row. */
export function RollImport() {
  const [step, setStep] = useState<Step>({ is: 'choosing' });
  const [listeners] = useState(() => new Set<() => void>());
  const read = async (file: File) => {
    if (file.size > BYTES_MAX) return setStep({ is: 'choosing', problem: 'The file is larger than 150 MB. Split it.' });
    setStep({ is: 'reading', name: file.name });
    try {
      const roll = await openRoll(file);
      if ('problem' in roll) setStep({ is: 'choosing', problem: roll.problem });
      else setStep({ is: 'reviewing', name: file.name, ...roll });
    } catch {
      setStep({ is: 'choosing', problem: "Couldn't read the file." });
    }
  };
  const send = ({ chunks, bad, words }: Read) => {
    const sender = createRollSender(
      chunks,
      async (chunk) => (await call(importRoll, { body: { parcels: chunk.map(({ parcel }) => parcel) } })).results,
      () => {
        for (const listener of listeners) listener();
      },
      words,
    );
    setStep({ is: 'sending', sender, bad, words });
    void sender.start();
  };
  const again = () => setStep({ is: 'choosing' });
  switch (step.is) {
    case 'choosing':
      return <FileChoice problem={step.problem} onFile={(file) => void read(file)} />;
    case 'reading':
      return <ProgressBar label={`Reading ${step.name}`} share={undefined} />;
    case 'reviewing':
      return <Review {...step} onBack={again} onSend={() => send(step)} />;
    case 'sending':
      return <Sending {...step} listeners={listeners} onDone={again} />;
  }
}

function FileChoice({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Banner kind="failure">{problem}</Banner> : null}
      <FileDrop
        label="Choose a CSV or GeoJSON file, or drop it here"
        hint="Up to 200,000 properties. Nothing is sent before you review it."
        accept=".csv,.tsv,.txt,.json,.geojson,text/csv,application/geo+json,application/json"
        onFile={onFile}
      />
      <p className="text-13 text-pretty text-muted">
        Needed: property_id, address, neighborhood, use. Optional: square_footage, lot_square_feet, year_built, geometry
        (GeoJSON, WGS 84) and owners, such as <code>1/2 @username; 1/2 Ada Quay</code> or <code>city</code>. Properties
        that are registered already keep their owners; importing the same file again changes nothing.
      </p>
      <div>
        <Button
          variant="quiet"
          icon={<Download aria-hidden="true" size={15} />}
          onClick={() => saveText('roll-template.csv', template)}
        >
          Download a template
        </Button>
      </div>
    </div>
  );
}

const SHOWN = 20;

function BadRows({ rows }: { rows: readonly BadRow[] }) {
  return (
    <ul className="divide-y divide-line text-13">
      {rows.slice(0, SHOWN).map(({ line, propertyId, problem }) => (
        <li key={line} className="py-1.5">
          <span className="tabular text-muted">{line}</span> {propertyId ? <code>{propertyId}</code> : null} {problem}
        </li>
      ))}
      {rows.length > SHOWN ? (
        <li className="py-1.5 text-muted">and {formatCount(rows.length - SHOWN)} more in the report</li>
      ) : null}
    </ul>
  );
}

const saveReport = (rows: readonly BadRow[], { unit }: FileWords) =>
  void saveCsv(
    'rejected-properties.csv',
    [unit.toLowerCase(), 'property_id', 'reason'],
    rows.map(({ line, propertyId, problem }) => [line, propertyId, problem]),
  );

type ReviewProps = {
  name: string;
  chunks: RollRow[][];
  bad: readonly BadRow[];
  words: FileWords;
  onBack: () => void;
  onSend: () => void;
};

function Review({ name, chunks, bad, words, onBack, onSend }: ReviewProps) {
  const good = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="font-medium">{name}</span>: {formatCounted(good, 'property', 'properties')} can be sent.
      </p>
      {bad.length > 0 ? (
        <>
          <Banner kind="warning">
            {formatCounted(bad.length, 'row')} cannot be sent and will be left out. The number is the{' '}
            {words.unit.toLowerCase()} in the file.
          </Banner>
          <BadRows rows={bad} />
        </>
      ) : null}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Choose another file
        </Button>
        <span className="flex flex-wrap gap-2">
          {bad.length > 0 ? <Button onClick={() => saveReport(bad, words)}>Save report</Button> : null}
          <Button variant="primary" disabled={good === 0} onClick={onSend}>
            Import {formatCounted(good, 'property', 'properties')}
          </Button>
        </span>
      </div>
    </div>
  );
}

type SendingProps = {
  sender: RollSender;
  bad: readonly BadRow[];
  words: FileWords;
  listeners: Set<() => void>;
  onDone: () => void;
};

function Sending({ sender, bad, words, listeners, onDone }: SendingProps) {
  const queryClient = useQueryClient();
  const progress = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, sender.progress);
  const { state, sent, total, rejected, error } = progress;
  const all = [...bad, ...rejected].toSorted((a, b) => a.line - b.line);
  const finish = () => {
    void queryClient.invalidateQueries({ queryKey: ['registry'] });
    onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <ProgressBar
        label={state === 'done' ? 'Done' : state === 'sending' ? 'Importing' : 'Stopped'}
        share={sent / Math.max(total, 1)}
        value={describeSent(progress)}
        tone={rejected.length > 0 || state === 'stopped' ? 'amber' : 'teal'}
      />
      <p className="text-muted" role="status">
        {describeOutcomes(progress, bad.length)}
      </p>
      {error ? <Banner kind="failure">{error}</Banner> : null}
      {rejected.length > 0 ? <BadRows rows={rejected} /> : null}
      {state === 'done' ? null : (
        <p className="text-13 text-pretty text-muted">
          Keep this page open. If it closes, import the same file again: what is registered stays as it is.
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        {all.length > 0 ? <Button onClick={() => saveReport(all, words)}>Save report</Button> : <span />}
        <span className="flex flex-wrap gap-2">
          {state === 'sending' ? (
            <Button onClick={sender.stop}>Stop</Button>
          ) : (
            <Button variant={state === 'done' ? 'primary' : 'quiet'} onClick={finish}>
              {state === 'done' ? 'Done' : 'Discard the rest'}
            </Button>
          )}
          {state === 'stopped' ? (
            <Button variant="primary" onClick={() => void sender.start()}>
              Continue
            </Button>
          ) : null}
        </span>
      </div>
    </div>
  );
}
