import { useState } from 'react';
import { ApiError } from '#platform/web/api-error.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { saveCsv } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { countEvents, entryTitle } from '../outbox/outbox-title.ts';
import type { EventFile, EventRow } from './read-event-file.ts';
import { isSameInAnyFile } from './row-keys.ts';

const shown = 50;

export type ImportReviewProps = {
  name: string;
  file: EventFile;
  onBack: () => void;
  onSend: () => Promise<void>;
};

/** Previews a file before it is sent: invalid rows with their lines first, then the events to record. */
export function ImportReview({ name, file, onBack, onSend }: ImportReviewProps) {
  const [leaveOut, setLeaveOut] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const bad = file.rows.filter(({ request }) => request === undefined);
  const good = file.rows.length - bad.length;
  const unstated = file.rows.filter(({ request }) => request !== undefined && !isSameInAnyFile(request)).length;
  const send = () => {
    setSending(true);
    setProblem(undefined);
    onSend().catch((error: unknown) => {
      setSending(false);
      setProblem(
        error instanceof ApiError
          ? [error.message, error.hint].filter(Boolean).join(' ')
          : 'This browser is out of storage. Nothing was sent.',
      );
    });
  };
  return (
    <div className="flex flex-col gap-5">
      <p className="-mt-1 text-muted">
        {name}: {countEvents(good)} to record{bad.length > 0 ? `, ${formatCount(bad.length)} with an error` : ''}.
      </p>
      {bad.length > 0 ? <BadRows header={file.header} rows={bad} /> : null}
      <GoodRows rows={file.rows.filter(({ request }) => request !== undefined)} />
      {unstated > 0 ? (
        <p className="text-13 text-muted">
          {unstated === 1 ? 'One event states' : `${formatCounted(unstated, 'event')} state`} no time, so{' '}
          {unstated === 1 ? 'it counts' : 'they count'} as happening when recorded. If another file had the same{' '}
          {unstated === 1 ? 'row, it is' : 'rows, they are'} recorded again.
        </p>
      ) : null}
      {problem === undefined ? null : <Banner kind="failure">{problem}</Banner>}
      {bad.length > 0 && good > 0 ? (
        <Checkbox
          label={`Leave out the ${bad.length === 1 ? 'row' : formatCounted(bad.length, 'row')} with an error`}
          checked={leaveOut}
          onCheckedChange={setLeaveOut}
        />
      ) : null}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-between gap-2 border-t border-line bg-raised px-5 py-3">
        <Button onClick={onBack}>Choose Another File</Button>
        <Button
          variant="primary"
          disabled={good === 0 || (bad.length > 0 && !leaveOut)}
          busy={sending && 'Sending…'}
          onClick={send}
        >
          Record {countEvents(good)}
        </Button>
      </div>
    </div>
  );
}

function BadRows({ header, rows }: { header: readonly string[]; rows: readonly EventRow[] }) {
  const save = () =>
    void saveCsv(
      'events-to-fix.csv',
      [...header, 'error'],
      rows.map(({ cells, errors }) => [...header.map((_, at) => cells[at] ?? ''), errors.join('; ')]),
    );
  return (
    <section aria-label="Rows with an error" className="rounded-8 border border-line">
      <header className="flex items-center justify-between gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h3 className="text-13 font-semibold">Rows with an error</h3>
        <Button size="small" variant="quiet" onClick={save}>
          Save them as CSV
        </Button>
      </header>
      <ul className="divide-y divide-line">
        {rows.slice(0, shown).map(({ line, errors }) => (
          <li key={line} className="flex gap-3 px-4 py-2 text-13">
            <span className="tabular shrink-0 text-muted">line {formatCount(line)}</span>
            <span data-tone="red" className="min-w-0 text-tone-ink wrap-anywhere">
              {errors.join('; ')}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown ? (
        <p className="px-4 py-2 text-13 text-muted">and {formatCount(rows.length - shown)} more</p>
      ) : null}
    </section>
  );
}

function GoodRows({ rows }: { rows: readonly EventRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Events to record" className="rounded-8 border border-line">
      <h3 className="border-b border-line px-4 py-2 text-13 font-semibold">Events to record</h3>
      <ul className="divide-y divide-line">
        {rows.slice(0, shown).map(({ line, request }) => (
          <li key={line} className="flex gap-3 px-4 py-2 text-13">
            <span className="tabular shrink-0 text-muted">line {formatCount(line)}</span>
            <span className="min-w-0 grow wrap-anywhere">
              {request ? entryTitle({ body: request }) : ''}
              <span className="flex flex-wrap gap-x-3 text-muted">
                <span>{request?.user}</span>
                <HappenedAt stated={request?.meta['timestamp']} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shown ? (
        <p className="px-4 py-2 text-13 text-muted">and {formatCount(rows.length - shown)} more</p>
      ) : null}
    </section>
  );
}

/** Shows the time that a row states, in the reader's time zone; a day without a time as written. */
function HappenedAt({ stated }: { stated: unknown }) {
  if (typeof stated !== 'string') return <span>when recorded</span>;
  return stated.includes('T') ? <Time at={stated} format="minute" /> : <span>{stated}</span>;
}
