import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { Activity, EventClock } from '#domains/trace/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { styleOf, titleOf } from '../actions.ts';
import { AnomalyBadge } from '../anomaly-badge.tsx';
import { AnomalyExplanations } from '../anomaly-explanations.tsx';
import { AssetLabel } from '../asset-label.tsx';
import { CorrectLink } from '../correction/correct-link.tsx';
import { EventTime, OtherEventTime } from '../event-time.tsx';
import type { EventsSearch } from './events-search.ts';

/**
 * Returns the columns of the events table.
 * @param clock the clock of the list's order
 * @param keep the filters to return to after a correction
 */
export const eventColumns = (clock: EventClock, keep: EventsSearch): readonly Column<Activity>[] => [
  {
    id: 'action',
    header: 'Action',
    cell: (event) => <Action event={event} />,
    text: ({ action }) => action,
    hideable: false,
    phone: 'mark',
  },
  {
    id: 'asset',
    header: 'Asset',
    cell: (event) => (event.assetId === undefined ? undefined : <Asset event={event} assetId={event.assetId} />),
    absent: 'No asset',
    text: ({ assetId = '', assetName = assetId }) => assetName,
    wraps: true,
    phone: 'title',
  },
  {
    id: 'assetId',
    header: 'Asset ID',
    cell: ({ assetId }) => (assetId === undefined ? undefined : <code className="text-12">{assetId}</code>),
    text: ({ assetId = '' }) => assetId,
    wraps: 'narrow',
    onlyWide: true,
    phone: 'value',
  },
  {
    id: 'participant',
    header: 'Participant',
    cell: ({ participantName }) => <code className="text-12">{participantName}</code>,
    text: ({ participantName }) => participantName,
    // A row of two lines has no room for it. The journey that the row opens shows it.
    phone: 'none',
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location }) => location,
    absent: 'Unknown',
    text: ({ location = '' }) => location,
    wraps: 'narrow',
    cutOnPhone: true,
    phone: 'value',
  },
  {
    id: 'time',
    header: clock === 'happened' ? 'Happened' : 'Recorded',
    cell: (event) => <Times event={event} clock={clock} />,
    text: ({ timestamp, recordedAt }) => (clock === 'happened' ? timestamp : recordedAt),
    wraps: 'narrow',
    phone: 'value',
  },
  {
    id: 'notes',
    header: 'Notes',
    cell: (event) => (hasNotes(event) ? <Notes event={event} /> : undefined),
    phone: 'block',
    wraps: true,
    onlyWide: true,
    text: ({ anomalies, corrects, correctedBy }) =>
      [
        ...anomalies,
        ...(corrects === undefined ? [] : [`corrects block ${formatCount(corrects)}`]),
        ...(correctedBy === undefined ? [] : [`corrected by block ${formatCount(correctedBy)}`]),
      ].join('; '),
  },
  {
    id: 'block',
    header: 'Block',
    cell: ({ blockIndex }) => <BlockLink index={blockIndex} />,
    text: ({ blockIndex }) => blockIndex,
    phone: 'none',
  },
  {
    id: 'correct',
    header: 'Actions',
    cell: (event) => <CorrectLink event={{ ...event, participant: event.participantName }} keep={keep} />,
    phone: 'none',
  },
];

/** The asset, and below it what a narrow table has no columns for: its ID and the notes. A phone shows both elsewhere. */
function Asset({ event, assetId }: { event: Activity; assetId: string }) {
  const { assetName = assetId } = event;
  return (
    <>
      <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
        <AssetLabel name={assetName} assetId={assetId} />
      </Link>
      <div className="flex flex-col items-start gap-1 max-sm:hidden xl:hidden">
        {assetName === assetId ? null : <code className="text-12 text-muted">{assetId}</code>}
        {hasNotes(event) ? <Notes event={event} /> : null}
      </div>
    </>
  );
}

function Action({ event: { action, correctedBy } }: { event: Activity }) {
  const { icon: Icon, tone } = styleOf(action);
  return (
    <span className="flex items-center gap-2.5 max-sm:gap-1.5 max-sm:text-13">
      <span
        data-tone={tone}
        className="grid size-6 shrink-0 max-sm:size-5 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink"
      >
        <Icon aria-hidden="true" size={13} />
      </span>
      <span className={correctedBy === undefined ? 'font-medium' : 'font-medium text-muted line-through'}>
        {titleOf(action)}
      </span>
    </span>
  );
}

function Times({ event, clock }: { event: Activity; clock: EventClock }) {
  const times = { clock, happened: event.timestamp, recorded: event.recordedAt };
  return (
    <>
      <EventTime {...times} />
      <span className="text-13 text-muted [&_time]:whitespace-normal">
        <OtherEventTime {...times} />
      </span>
    </>
  );
}

const hasNotes = ({ anomalies, corrects, correctedBy }: Activity) =>
  anomalies.length > 0 || corrects !== undefined || correctedBy !== undefined;

function Notes({ event: { anomalies, corrects, correctedBy } }: { event: Activity }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-13 text-muted">
      {anomalies.map((anomaly) => (
        <Tooltip key={anomaly} content={<AnomalyExplanations anomalies={[anomaly]} />}>
          <span>
            <AnomalyBadge anomaly={anomaly} />
          </span>
        </Tooltip>
      ))}
      {corrects === undefined ? null : (
        <span>
          corrects <BlockLink index={corrects} />
        </span>
      )}
      {correctedBy === undefined ? null : (
        <span>
          corrected by <BlockLink index={correctedBy} />
        </span>
      )}
    </span>
  );
}
