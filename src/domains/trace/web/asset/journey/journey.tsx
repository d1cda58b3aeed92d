import { ShieldAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { BlockLink, BlockProof } from '#domains/ledger/web/index.ts';
import { handsOver } from '#domains/trace/contract/handover-actions.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { Timeline, type TimelineItem } from '#platform/web/ui/value/timeline.tsx';
import { styleOf, titleOf } from '../../actions.ts';
import { AnomalyBadge } from '../../anomaly-badge.tsx';
import { AnomalyExplanations } from '../../anomaly-explanations.tsx';
import { CorrectLink } from '../../correction/correct-link.tsx';
import { StatusBadge } from '../../status-badge.tsx';
import { countLate, type StepWarning, warningsOf } from '../custody/custody.ts';

export type JourneyProps = {
  assetId: string;
  history: readonly HistoryEvent[];
  /** The selected step, by its block. */
  selected: number | undefined;
  onSelect: (blockIndex: number) => void;
  /** The steps that failed verification in this browser, by their blocks. */
  broken: ReadonlySet<number>;
  children?: ReactNode;
};

/** Shown before the journey has loaded, too. */
export const journeyDescription = 'From the first event to now. Each step is a block of the chain.';

/** The asset's events from first to last, each with who, where, when and its proof. */
export function Journey({ assetId, history, selected, onSelect, broken, children }: JourneyProps) {
  const warnings = warningsOf(history);
  useChosenInView(selected);
  return (
    <Card title="Journey" description={journeyDescription}>
      <LateSteps count={countLate(history)} />
      <Timeline
        label="Journey"
        items={history.map((event) => ({
          ...stepOf(
            assetId,
            event,
            warnings.filter((one) => one.blockIndex === event.blockIndex),
            broken.has(event.blockIndex),
          ),
          selected: event.blockIndex === selected,
          onSelect: () => onSelect(event.blockIndex),
        }))}
      />
      {children}
    </Card>
  );
}

/** Explains the order of a journey in which times go back. */
function LateSteps({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mb-4 text-13 text-muted">
      In the order of recording. {formatCounted(count, 'step')} happened before a step above.
    </p>
  );
}

/** Scrolls the selected step into view when it changes. */
function useChosenInView(selected: number | undefined): void {
  useEffect(() => {
    if (selected !== undefined)
      document.querySelector(`[data-item="${selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
}

function stepOf(
  assetId: string,
  event: HistoryEvent,
  warnings: readonly StepWarning[],
  isBroken: boolean,
): TimelineItem {
  const { icon: Icon, tone } = styleOf(event.action);
  const who = event.recordedBy ? `${event.participant} (recorded by ${event.recordedBy})` : event.participant;
  return {
    key: String(event.blockIndex),
    title: (
      <span className={event.correctedBy === undefined ? '' : 'text-muted line-through'}>{titleOf(event.action)}</span>
    ),
    marks: (
      <>
        <StatusBadge status={event.status} />
        {event.anomalies.map((anomaly) => (
          <AnomalyBadge key={anomaly} anomaly={anomaly} />
        ))}
        {event.correctedBy === undefined ? null : <Badge tone="grey">corrected</Badge>}
        {isBroken ? (
          <Badge tone="red" icon={<ShieldAlert aria-hidden="true" size={12} className="shrink-0" />}>
            broken
          </Badge>
        ) : null}
      </>
    ),
    detail: [who, event.location, addresseeOf(event)].filter(Boolean).join(' · '),
    time: <Time at={event.timestamp} format="minute" />,
    icon: <Icon aria-hidden="true" size={15} />,
    tone: event.correctedBy === undefined ? tone : 'grey',
    children: (
      <>
        {warnings.map(({ words }) => (
          <p key={words} data-tone="amber" className="mb-1 flex items-center gap-1.5 text-13 text-tone-ink">
            <TriangleAlert aria-hidden="true" size={13} className="shrink-0" />
            {words}
          </p>
        ))}
        <AnomalyExplanations anomalies={event.anomalies} />
        <StepProof assetId={assetId} event={event} />
      </>
    ),
  };
}

const addresseeOf = ({ action, meta }: HistoryEvent) =>
  handsOver(action) && typeof meta['to'] === 'string' ? `to ${meta['to']}` : undefined;

function StepProof({ assetId, event }: { assetId: string; event: HistoryEvent }) {
  const { blockIndex, blockHash, action, corrects, correctedBy } = event;
  return (
    <div className="flex flex-col gap-1 text-13 text-muted">
      <p>
        Recorded <Time at={event.recordedAt} /> in block <BlockLink index={blockIndex} /> <CorrectLink event={event} />
      </p>
      {corrects === undefined ? null : (
        <p>
          Corrects block <BlockLink index={corrects} />
        </p>
      )}
      {correctedBy === undefined ? null : (
        <p>
          No longer counts: corrected by block <BlockLink index={correctedBy} />
        </p>
      )}
      <details>
        <summary className="w-fit min-h-6 rounded-6 hover:text-ink">
          <span className="underline decoration-line-strong underline-offset-4">Proof and details</span>
        </summary>
        <div className="mt-2 flex flex-col gap-3 text-14 text-ink">
          <BlockProof claim={{ index: blockIndex, hash: blockHash, action, assetId }} />
          <JsonViewer label="Metadata" value={event.meta} />
        </div>
      </details>
    </div>
  );
}
