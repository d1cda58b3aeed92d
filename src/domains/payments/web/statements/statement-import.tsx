import { useState } from 'react';
import { STATEMENT_LINES_MAX } from '#domains/payments/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useFocusOnChange } from '#platform/web/ui/overlay/use-focus-on-change.ts';
import { type CsvMapping, guessMapping, recallMapping, rememberMapping } from './csv-mapping.ts';
import { guessDelimiter } from './csv-rows.ts';
import { MappingForm } from './mapping-form.tsx';
import { readCamt } from './read-camt.ts';
import { readCsvStatement, readFirstRows } from './read-csv-statement.ts';
import { type Encoding, FILE_BYTES_MAX, isXml, readText, StatementError, withEncoding } from './read-text.ts';
import type { FileStatement } from './statement-file.ts';
import { StatementReview } from './statement-review.tsx';

const FIRST_ROWS = 30;

type Step =
  | { readonly name: 'choose'; readonly problem?: string }
  | { readonly name: 'read'; readonly share: number }
  | {
      readonly name: 'columns';
      readonly file: File;
      readonly encoding: Encoding;
      readonly rows: (readonly string[])[];
      readonly mapping: CsvMapping;
    }
  | { readonly name: 'review'; readonly file: File; readonly statements: readonly FileStatement[] };

/** Reads a file on this device, asks for its columns if it is CSV, shows what it found, and sends it. */
export function StatementImport({ onDone }: { onDone: (statementId: string) => void }) {
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const content = useFocusOnChange<HTMLDivElement>(step.name);
  return (
    <div ref={content} tabIndex={-1} className="scroll-my-24 rounded-12">
      <ImportStep step={step} setStep={setStep} onDone={onDone} />
    </div>
  );
}

type ImportProps = { step: Step; setStep: (step: Step) => void; onDone: (statementId: string) => void };

function ImportStep({ step, setStep, onDone }: ImportProps) {
  const fail = (cause: unknown) =>
    setStep({
      name: 'choose',
      problem: cause instanceof StatementError ? cause.message : "Couldn't read the file.",
    });
  const onProgress = (share: number) => setStep({ name: 'read', share });

  const open = async (file: File) => {
    if (file.size > FILE_BYTES_MAX) return fail(new StatementError('The file is larger than 60 MB. Split it.'));
    setStep({ name: 'read', share: 0 });
    if (await isXml(file)) {
      const statements = await withEncoding((encoding) => readCamt(readText(file, encoding, onProgress)));
      return setStep({ name: 'review', file, statements });
    }
    setStep(await withEncoding((encoding) => readColumns(file, encoding)));
  };
  const read = async (file: File, encoding: Encoding, rows: readonly (readonly string[])[], mapping: CsvMapping) => {
    rememberMapping(rows[mapping.headerRows - 1] ?? [], mapping);
    const statement = await withEncoding((found) =>
      readCsvStatement(readText(file, encoding === 'utf-8' ? found : encoding, onProgress), mapping),
    );
    setStep({ name: 'review', file, statements: [statement] });
  };

  if (step.name === 'columns')
    return (
      <MappingForm
        {...step}
        onReread={(delimiter) => void readColumns(step.file, step.encoding, delimiter).then(setStep, fail)}
        onCancel={() => setStep({ name: 'choose' })}
        onRead={(mapping) => void read(step.file, step.encoding, step.rows, mapping).catch(fail)}
      />
    );
  if (step.name === 'review')
    return (
      <StatementReview
        name={step.file.name}
        statements={step.statements}
        onCancel={() => setStep({ name: 'choose' })}
        onDone={onDone}
      />
    );
  return (
    <Card
      title="Upload a statement"
      description="The file is read on this device. Nothing is sent before you review it."
    >
      <div className="flex flex-col gap-4">
        {step.name === 'choose' && step.problem ? <Banner kind="failure">{step.problem}</Banner> : null}
        {step.name === 'read' ? (
          <ProgressBar label="Reading the file" share={step.share} />
        ) : (
          <FileDrop
            label="Choose a bank statement, or drop it here"
            hint={`CSV or camt.053, at most 60 MB and ${formatCount(STATEMENT_LINES_MAX)} lines`}
            accept=".csv,.txt,.tsv,.xml,text/csv,application/xml,text/xml"
            onFile={(file) => void open(file).catch(fail)}
          />
        )}
      </div>
    </Card>
  );
}

async function readColumns(
  file: File,
  encoding: Encoding,
  chosen?: CsvMapping['delimiter'],
): Promise<Extract<Step, { name: 'columns' }>> {
  let start = '';
  for await (const chunk of readText(file, encoding)) {
    start = chunk;
    break;
  }
  const delimiter = chosen ?? guessDelimiter(start);
  const rows = await readFirstRows(file, encoding, delimiter, FIRST_ROWS);
  if (rows.length === 0) throw new StatementError('The file is empty.');
  const mapping = (chosen === undefined ? recallMapping(rows) : undefined) ?? guessMapping(rows, delimiter);
  return { name: 'columns', file, encoding, rows, mapping };
}
