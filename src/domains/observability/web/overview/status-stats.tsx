import type { ObservabilityStatus } from '#domains/observability/contract.ts';
import { formatDuration } from '#platform/web/format-duration.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';

const integrations: Record<ObservabilityStatus['integrationStatus'], { word: string; detail: string }> = {
  local: { word: 'Local', detail: 'Traces stay on this server' },
  collector: { word: 'Collector', detail: 'All traces go to a collector' },
  phoenix: { word: 'Phoenix', detail: 'Assistant traces go to Phoenix' },
  'collector and phoenix': { word: 'Both', detail: 'A collector, and Phoenix for the assistant' },
};

/** The four key numbers of the status. */
export function StatusStats({ status }: { status: ObservabilityStatus | undefined }) {
  const integration = status && integrations[status.integrationStatus];
  const requests = sum(status, ({ requests: count }) => count);
  const failed = sum(status, ({ serverErrors }) => serverErrors);
  const ledger = status?.ledger;
  return (
    <StatRow label="Status">
      <Stat label="Integration" value={integration?.word} detail={integration?.detail ?? ' '} />
      <Stat
        label="API requests"
        value={requests === undefined ? undefined : formatCount(requests)}
        detail={failed === undefined ? ' ' : failed === 0 ? 'None failed' : `${formatCount(failed)} failed with 5xx`}
      />
      <Stat
        label="Appends per minute"
        value={ledger && String(ledger.appendsPerMinute)}
        detail={ledger ? `${formatCounted(ledger.batches, 'batch', 'batches')} in the last ten minutes` : ' '}
      />
      <Stat
        label="Verifier lag"
        value={ledger && formatCount(ledger.verifierLagBlocks)}
        detail={ledger ? checkpointWords(ledger.checkpointAgeSeconds) : ' '}
      />
    </StatRow>
  );
}

function sum(
  status: ObservabilityStatus | undefined,
  pick: (route: ObservabilityStatus['routes'][number]) => number,
): number | undefined {
  // Requests for files of the web app are not counted.
  return status?.routes.filter(({ route }) => route.startsWith('/')).reduce((total, route) => total + pick(route), 0);
}

const checkpointWords = (seconds: number | null) =>
  seconds === null
    ? 'blocks to check; nothing signed yet'
    : `blocks to check; signed ${formatDuration(seconds * 1000)} ago`;
