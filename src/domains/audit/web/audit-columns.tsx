import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#domains/audit/contract.ts';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { RoleBadge } from '#domains/participants/web/index.ts';
import { AnomalyBadge, toneOf } from '#domains/trace/web/index.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

/** What happened, who recorded it, and the block that proves it, in the order of recording. */
const recordedColumns: readonly Column<AuditEntry>[] = [
  {
    id: 'block',
    header: 'Block',
    cell: (entry) => <BlockLink index={entry.blockIndex} />,
    text: (entry) => entry.blockIndex,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'recorded',
    header: 'Recorded',
    cell: (entry) => <Time at={entry.timestamp} format="minute" />,
    text: (entry) => entry.timestamp,
    phone: 'value',
  },
  {
    id: 'happened',
    header: 'Happened',
    cell: (entry) => <Time at={entry.happenedAt} format="minute" />,
    text: (entry) => entry.happenedAt,
    hiddenAtFirst: true,
  },
  {
    id: 'participant',
    header: 'Participant',
    cell: (entry) => <Who entry={entry} />,
    text: (entry) => entry.participant,
    phone: 'value',
  },
  {
    id: 'action',
    header: 'Action',
    cell: (entry) => <What entry={entry} />,
    text: (entry) => entry.action,
    phone: 'mark',
  },
  {
    id: 'asset',
    header: 'Asset',
    cell: ({ assetId }) =>
      assetId === undefined ? (
        <span className="text-faint">none</span>
      ) : (
        <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
          {assetId}
        </Link>
      ),
    text: (entry) => entry.assetId ?? '',
    phone: 'value',
  },
  {
    id: 'location',
    header: 'Location',
    cell: (entry) => entry.location ?? <span className="text-faint">Unknown</span>,
    text: (entry) => entry.location ?? '',
    phone: 'value',
  },
  {
    id: 'hash',
    header: 'Block hash',
    cell: (entry) => <Hash value={entry.blockHash} label="Block hash" />,
    text: (entry) => entry.blockHash,
    hiddenAtFirst: true,
  },
];

/** In the order in which events happened, that time is shown, and on a phone it takes the place of the other. */
const happenedColumns = recordedColumns.map((column): Column<AuditEntry> => {
  if (column.id === 'happened') return { ...column, hiddenAtFirst: false, phone: 'value' };
  return column.id === 'recorded' ? { ...column, phone: 'none' } : column;
});

/** The columns of the audit log by the clock that it is in order of. */
export const auditColumns = { recorded: recordedColumns, happened: happenedColumns } as const;

function Who({ entry: { participant, participantRole, recordedBy } }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-col items-start">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {participant}
        {participantRole ? <RoleBadge role={participantRole} /> : null}
      </span>
      {recordedBy ? <span className="text-12 text-muted">recorded by {recordedBy}</span> : null}
    </span>
  );
}

function What({ entry: { action, anomalies, correctedBy } }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={toneOf(action)}>{action.replaceAll('_', ' ')}</Badge>
      {anomalies.map((anomaly) => (
        <AnomalyBadge key={anomaly} anomaly={anomaly} />
      ))}
      {correctedBy === undefined ? null : (
        <span className="text-13 text-muted">
          corrected by <BlockLink index={correctedBy} />
        </span>
      )}
    </span>
  );
}
