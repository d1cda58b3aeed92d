import { type FormEvent, useState } from 'react';
import { formatCents } from '#platform/contract/money.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { CsvMapping } from './csv-mapping.ts';
import type { Delimiter } from './csv-rows.ts';
import { dateFormats } from './parse-values.ts';
import { readLine } from './read-csv-statement.ts';

const PREVIEWED = 5;
const delimiterNames: Record<Delimiter, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };

export type MappingFormProps = {
  file: File;
  rows: readonly (readonly string[])[];
  mapping: CsvMapping;
  onReread: (delimiter: Delimiter) => void;
  onRead: (mapping: CsvMapping) => void;
  onCancel: () => void;
};

type ColumnName = 'date' | 'amount' | 'credit' | 'debit' | 'text' | 'reference' | 'counterparty' | 'entryReference';

/** A form that maps the columns, with a preview of the first rows as they will be read. */
export function MappingForm({ file, rows, mapping: first, onReread, onRead, onCancel }: MappingFormProps) {
  const [mapping, setMapping] = useState(first);
  const change = (part: Partial<CsvMapping>) => setMapping((now) => ({ ...now, ...part }));
  const width = Math.max(...rows.map((cells) => cells.length));
  const header = mapping.headerRows > 0 ? (rows[mapping.headerRows - 1] ?? []) : [];
  const columns = Array.from({ length: width }, (_, n) => ({
    value: String(n),
    label: header[n]?.trim() || `Column ${n + 1}`,
  }));
  const column = (name: ColumnName, label: string, isOptional = false) => (
    <Field label={label} optional={isOptional}>
      {(control) => (
        <Select
          {...control}
          value={String(mapping[name])}
          options={[{ value: '-1', label: isOptional ? 'None' : 'Choose a column' }, ...columns]}
          onChange={(event) => change({ [name]: Number(event.target.value) })}
        />
      )}
    </Field>
  );
  const amounts = mapping.amounts === 'one' ? [mapping.amount] : [mapping.credit, mapping.debit];
  const isComplete = mapping.date >= 0 && amounts.every((at) => at >= 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) onRead(mapping);
  };
  return (
    <Card title="Columns" description={`${file.name}. The choice is stored on this device.`}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label="Separator">
            {(control) => (
              <Select
                {...control}
                value={mapping.delimiter}
                options={Object.entries(delimiterNames).map(([value, label]) => ({ value, label }))}
                onChange={(event) => onReread(event.target.value as Delimiter)}
              />
            )}
          </Field>
          <Field label="Column names are in row">
            {(control) => (
              <Select
                {...control}
                value={String(mapping.headerRows)}
                options={rows.slice(0, 20).map((_, n) => ({ value: String(n), label: n === 0 ? 'None' : String(n) }))}
                onChange={(event) => change({ headerRows: Number(event.target.value) })}
              />
            )}
          </Field>
          <Field label="Dates are written">
            {(control) => (
              <Select
                {...control}
                value={mapping.dateFormat}
                options={dateFormats.map((value) => ({ value, label: value }))}
                onChange={(event) => change({ dateFormat: event.target.value as CsvMapping['dateFormat'] })}
              />
            )}
          </Field>
          <Field label="Amounts are written">
            {(control) => (
              <Select
                {...control}
                value={mapping.decimal}
                options={[
                  { value: '.', label: '1,234.50' },
                  { value: ',', label: '1.234,50' },
                ]}
                onChange={(event) => change({ decimal: event.target.value as CsvMapping['decimal'] })}
              />
            )}
          </Field>
        </div>
        <div>
          <SegmentedControl
            label="Columns of amounts"
            value={mapping.amounts}
            onValueChange={(value) => change({ amounts: value })}
            options={[
              { value: 'one', label: 'One column' },
              { value: 'two', label: 'Credit and debit' },
            ]}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {column('date', 'Booking date')}
          {mapping.amounts === 'one' ? (
            column('amount', 'Amount')
          ) : (
            <>
              {column('credit', 'Money in (credit)')}
              {column('debit', 'Money out (debit)')}
            </>
          )}
          {column('text', 'Text')}
          {column('reference', 'Payment reference', true)}
          {column('counterparty', 'Counterparty', true)}
          {column('entryReference', "Bank's entry id", true)}
        </div>
        <Preview rows={rows.slice(mapping.headerRows, mapping.headerRows + PREVIEWED)} mapping={mapping} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isComplete}>
            Read File
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Preview({ rows, mapping }: { rows: readonly (readonly string[])[]; mapping: CsvMapping }) {
  return (
    <section aria-label="Preview" className="rounded-8 border border-line">
      <h3 className="border-b border-line px-4 py-2 text-13 font-medium">First rows</h3>
      <ol className="divide-y divide-line">
        {rows.map((cells, n) => {
          const line = readLine({ cells }, mapping);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never move.
            <li key={n} className="px-4 py-2 text-13">
              {typeof line === 'string' ? (
                <span data-tone="red" className="text-tone-ink">
                  {line}
                </span>
              ) : (
                <span className="flex flex-wrap gap-x-4 gap-y-1">
                  <span className="tabular">{line.bookedOn}</span>
                  <span className="tabular font-medium">{formatCents(line.cents)}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere text-muted">
                    {[line.counterparty, line.text, line.entryReference].filter(Boolean).join(' · ')}
                  </span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
