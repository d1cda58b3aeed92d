import type { AuditEntry } from '#domains/audit/contract.ts';
import { AssetLink, BlockLink } from '#domains/ledger/web/index.ts';
import { RoleBadge } from '#domains/participants/web/index.ts';
import { AnomalyBadge, toneOf } from '#domains/trace/web/index.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

/** The columns of event, recorder and block, in the order of recording. */
const recordedColumns = (wordsOf: (action: string) => string): readonly Column<AuditEntry>[] => [
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
    cell: (entry) => <What entry={entry} words={wordsOf(entry.action)} />,
    text: (entry) => entry.action,
    phone: 'mark',
  },
  {
    id: 'asset',
    header: 'Asset',
    cell: ({ assetId, assetName }) => (assetId === undefined ? undefined : <AssetLink id={assetId} name={assetName} />),
    absent: 'none',
    wraps: true,
    text: ({ assetId = '', assetName = assetId }) => assetName,
    phone: 'value',
  },
  {
    id: 'assetId',
    header: 'Asset ID',
    cell: ({ assetId }) => assetId,
    text: ({ assetId = '' }) => assetId,
    phone: 'none',
    hiddenAtFirst: true,
  },
  {
    id: 'location',
    header: 'Location',
    cell: (entry) => entry.location,
    absent: 'Unknown',
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

/** Returns the columns of the audit log in the order of `clock`. A phone shows only the time of that order. */
export function auditColumns(
  clock: 'recorded' | 'happened',
  wordsOf: (action: string) => string,
): readonly Column<AuditEntry>[] {
  const columns = recordedColumns(wordsOf);
  if (clock === 'recorded') return columns;
  return columns.map((column) => {
    if (column.id === 'happened') return { ...column, hiddenAtFirst: false, phone: 'value' };
    return column.id === 'recorded' ? { ...column, phone: 'none' } : column;
  });
}

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

function What({ entry: { action, anomalies, correctedBy }, words }: { entry: AuditEntry; words: string }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={toneOf(action)}>{words}</Badge>
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
