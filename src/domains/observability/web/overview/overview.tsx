import type { ObservabilityStatus } from '#domains/observability/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { formatDuration } from '../format-duration.ts';
import { Exporters } from './exporters.tsx';
import { Features } from './features.tsx';
import { Objectives } from './objectives.tsx';

/** What the service promises and how it stands, what leaves the server, and how the ledger takes events. */
export function Overview({ status }: { status: ObservabilityStatus | undefined }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Service objectives" description="Over 28 days, kept in the database, of all processes.">
        {status ? <Objectives objectives={status.objectives} /> : <SkeletonText lines={9} />}
      </Card>
      <div className="flex flex-col gap-5">
        <Card title="Exporters" description="What really left, since this process started.">
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
              {ledger.appendsPerMinute} a minute, since <Time at={ledger.since} />
            </span>
          ),
        },
        {
          label: 'Batch size',
          hint: 'Events that arrive while a batch is written go into the next one together.',
          value: (
            <span className="tabular">
              {ledger.batches === 0
                ? 'No batch yet'
                : `${formatCount(ledger.medianBatchSize)} in the middle, ${formatCount(ledger.largestBatchSize)} at most`}
            </span>
          ),
        },
        {
          label: 'Verifier lag',
          value: <span className="tabular">{formatCount(ledger.verifierLagBlocks)} blocks</span>,
        },
        {
          label: 'Checkpoint age',
          hint: 'How long ago the chain was last signed for. Nothing new to sign: it grows.',
          value: (
            <span className="tabular">
              {ledger.checkpointAgeSeconds === null
                ? 'Nothing is signed yet'
                : formatDuration(ledger.checkpointAgeSeconds * 1000)}
            </span>
          ),
        },
      ]}
    />
  );
}
