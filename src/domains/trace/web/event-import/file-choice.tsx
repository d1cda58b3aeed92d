import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#platform/web/format-number.ts';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
import { rowsMax } from './read-event-file.ts';

const bytesMax = 2_000_000;
const template = [
  'participant,action,asset_id,location,timestamp,carrier',
  ',shipped,PRD-2024-001,Distribution Center,2026-03-04T08:30:00Z,Road freight',
  ',received,PRD-2024-002,"Warehouse 4, gate B",2026-03-05,',
].join('\r\n');

export type FileChoiceProps = {
  problem: string | undefined;
  onText: (name: string, text: string) => void;
  onProblem: (problem: string) => void;
};

/** Chooses a file or pasted rows, and offers a template. */
export function FileChoice({ problem, onText, onProblem }: FileChoiceProps) {
  const [pasted, setPasted] = useState('');
  const read = (file: File) => {
    if (file.size > bytesMax) onProblem('The file is larger than 2 MB. Split it into smaller files.');
    else
      file.text().then(
        (text) => onText(file.name, text),
        () => onProblem("Couldn't read the file."),
      );
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="-mt-1 text-muted">
        One event per row, at most {formatCount(rowsMax)}. Nothing is sent before you review it.
      </p>
      {problem ? <Banner kind="failure">{problem}</Banner> : null}
      <FileDrop
        label="Choose a CSV file, or drop it here"
        hint="Commas, semicolons or tabs; the first line names the columns"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFile={read}
      />
      <Field label="Or paste rows" optional hint="From a spreadsheet, including the header">
        {(control) => (
          <Textarea
            {...control}
            mono
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          icon={<Download aria-hidden="true" size={15} />}
          onClick={() => saveText('events-template.csv', template)}
        >
          Download a template
        </Button>
        <Button variant="primary" disabled={pasted.trim() === ''} onClick={() => onText('pasted rows', pasted)}>
          Review Rows
        </Button>
      </div>
      <p className="text-13 text-muted">
        Required columns: action, asset_id. Optional: participant (default: you), location, timestamp and metadata. Any
        other column is stored as metadata under its name. Nothing is recorded twice: not by the same file, and not by a
        corrected one, if its rows state a time.
      </p>
    </div>
  );
}
