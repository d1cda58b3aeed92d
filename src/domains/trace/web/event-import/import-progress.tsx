import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { formatCount } from '#platform/web/format-number.ts';
import { saveCsv } from '#platform/web/save-file.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { heldBack, type OutboxEntry } from '../outbox/outbox-entry.ts';
import { countEvents } from '../outbox/outbox-title.ts';
import { discard } from '../outbox/use-outbox.ts';

export type ImportProgressProps = {
  rows: readonly OutboxEntry[];
  sending: readonly string[];
  /** Removes the file from this device. Recorded events stay recorded. */
  onDone: () => void;
};

/** The progress of a file, and finally the outcome of each row. */
export function ImportProgress({ rows, sending, onDone }: ImportProgressProps) {
  const kept = heldBack(rows);
  const recorded = rows.filter(({ state }) => state === 'recorded');
  const refused = rows.filter(({ state }) => state === 'refused');
  const open = rows.filter((row) => row.state === 'waiting' && !kept.has(row.position));
  const held = rows.length - recorded.length - refused.length - open.length;
  const lastError = open.find(({ error }) => error !== null)?.error;
  return (
    <div className="flex flex-col gap-5">
      <ProgressBar
        label={rows[0]?.source?.name ?? 'File'}
        share={(recorded.length + refused.length) / Math.max(rows.length, 1)}
        value={`${formatCount(recorded.length)} of ${countEvents(rows.length)} recorded`}
        tone={refused.length > 0 ? 'amber' : 'teal'}
      />
      {open.length > 0 && sending.length === 0 && lastError ? <Banner kind="warning">{lastError}</Banner> : null}
      {refused.length > 0 ? (
        <Banner
          kind="warning"
          action={
            <Link to="/events" search={{ action: 'outbox' }} className={buttonClass('secondary', 'small')}>
              Open the outbox
            </Link>
          }
        >
          {countEvents(refused.length)} refused{held > 0 ? `, ${countEvents(held)} of the same assets held back` : ''}.
          Fix them in the outbox, or export the result.
        </Banner>
      ) : null}
      <p className="text-muted" role="status">
        {open.length > 0
          ? 'You can close this. Sending continues.'
          : recorded.length === rows.length
            ? 'All rows are recorded.'
            : "The remaining rows can't be sent."}
      </p>
      <div className="flex flex-wrap justify-between gap-2">
        <Button icon={<Download aria-hidden="true" size={15} />} onClick={() => saveResult(rows)}>
          Save result
        </Button>
        {open.length > 0 ? (
          <Button variant="danger" onClick={() => void discard(rows.filter(({ state }) => state !== 'recorded'))}>
            Cancel remaining
          </Button>
        ) : (
          <Button variant="primary" onClick={onDone}>
            {refused.length + held > 0 ? 'Discard remaining and finish' : 'Done'}
          </Button>
        )}
      </div>
    </div>
  );
}

function saveResult(rows: readonly OutboxEntry[]): void {
  const header = ['row', 'participant', 'action', 'asset_id', 'state', 'block', 'hash', 'error'];
  const lines = rows.map(({ source, body, state, block, error }) => [
    source?.row ?? 0,
    body.user,
    body.action,
    body.asset_id,
    state,
    block?.index ?? '',
    block?.hash ?? '',
    error ?? '',
  ]);
  void saveCsv('events-result.csv', header, lines);
}
