import { Check, Minus } from 'lucide-react';
import type { ObjectiveStanding, ObservabilityStatus } from '#domains/observability/contract.ts';
import { formatDuration } from '#platform/web/format-duration.ts';
import { formatCount, formatCounted, formatShare } from '#platform/web/format-number.ts';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { Exporters } from './exporters.tsx';

/** Objectives, exporters, append metrics and features. */
export function Overview({ status }: { status: ObservabilityStatus | undefined }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Service objectives" description="All processes, over 28 days.">
        {status ? <Objectives objectives={status.objectives} /> : <SkeletonText lines={9} />}
      </Card>
      <div className="flex flex-col gap-5">
        <Card title="Exporters" description="Spans since this process started.">
          {status ? <Exporters status={status} /> : <SkeletonText lines={4} />}
        </Card>
        <Card title="Ledger" description="How events become blocks.">
          {status ? <LedgerFigures ledger={status.ledger} /> : <SkeletonText lines={5} />}
        </Card>
      </div>
      <div className="lg:col-span-2">
        <Card title="Features">{status ? <Features features={status.features} /> : <SkeletonText lines={6} />}</Card>
      </div>
    </div>
  );
}

function LedgerFigures({ ledger }: { ledger: ObservabilityStatus['ledger'] }) {
  return (
    <KeyValueList
      items={[
        {
          label: 'Append rate',
          value: (
            <span className="tabular">
              {ledger.appendsPerMinute} per minute, since <Time at={ledger.since} />
            </span>
          ),
        },
        {
          label: 'Batch size',
          hint: 'Events that arrive while a batch is written form the next batch.',
          value: (
            <span className="tabular">
              {ledger.batches === 0
                ? 'No batch yet'
                : `${formatCount(ledger.medianBatchSize)} median, ${formatCount(ledger.largestBatchSize)} maximum`}
            </span>
          ),
        },
        {
          label: 'Verifier lag',
          value: <span className="tabular">{formatCounted(ledger.verifierLagBlocks, 'block')}</span>,
        },
        {
          label: 'Checkpoint age',
          hint: 'Time since the latest signed checkpoint. It grows while there is nothing new to sign.',
          value: (
            <span className="tabular">
              {ledger.checkpointAgeSeconds === null
                ? 'Nothing signed yet'
                : formatDuration(ledger.checkpointAgeSeconds * 1000)}
            </span>
          ),
        },
      ]}
    />
  );
}

/** The features, with an icon and a word for on or off. */
function Features({ features }: { features: ObservabilityStatus['features'] }) {
  return (
    <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {features.map(({ name, description, active }) => (
        <li key={name} data-tone={active ? 'green' : 'grey'} className="flex items-start gap-3">
          <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink">
            {active ? <Check aria-hidden="true" size={12} /> : <Minus aria-hidden="true" size={12} />}
          </span>
          <span className="min-w-0">
            <span className="font-medium">{name}</span>
            <span className="ml-2 text-12 text-muted">{active ? 'on' : 'off'}</span>
            <span className="mt-0.5 block text-13 text-pretty text-muted">{description}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Each objective: the measurement, the target, and the error budget left. */
function Objectives({ objectives }: { objectives: readonly ObjectiveStanding[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {objectives.map((objective) => (
        <li key={objective.id}>
          <h3 className="font-medium">{objective.title}</h3>
          <p className="mt-0.5 mb-3 text-13 text-pretty text-muted">{objective.explanation}</p>
          <ProgressBar
            label="Error budget left"
            share={Math.max(0, objective.budgetLeft ?? 1)}
            value={objective.budgetLeft === null ? 'Not measured yet' : budgetWords(objective.budgetLeft)}
            tone={objective.met ? ((objective.budgetLeft ?? 1) < 0.25 ? 'amber' : 'green') : 'red'}
          />
          <p className="tabular mt-1.5 text-12 text-muted">{measured(objective)}</p>
        </li>
      ))}
    </ul>
  );
}

const budgetWords = (left: number) => (left < 0 ? 'Overspent' : formatShare(left, 0));

function measured({ total, bad, goodPercent, targetPercent, version }: ObjectiveStanding): string {
  const target = `Objective ${targetPercent}% (version ${version})`;
  if (goodPercent === null) return `${target}.`;
  return `${formatShare(goodPercent / 100, 2)} of ${formatCount(total)}; ${formatCount(bad)} missed. ${target}.`;
}
