import { BlockLink, useVerdict } from '#domains/ledger/web/index.ts';
import { health } from '#domains/observability/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { PanelTable } from '#platform/web/domain.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ChainHealth, integrity } from './chain-health.tsx';

/** Shows the chain's health, with a link to the first bad block. */
export default function HealthPanel() {
  const { data: verdict } = useVerdict();
  return (
    <ChainHealth
      broken={
        verdict?.blockIndex === undefined ? null : (
          <>
            {verdict.error}{' '}
            <BlockLink index={verdict.blockIndex} words={`Show block ${formatCount(verdict.blockIndex)}`} />
          </>
        )
      }
    />
  );
}

export async function readTable(): Promise<PanelTable> {
  const { blockchain_state: state, blockGeneration, networkSync } = await call(health, {});
  const row = (name: string, { percent, objectivePercent, explanation }: typeof networkSync) => [
    name,
    percent ?? '',
    objectivePercent,
    explanation,
  ];
  return {
    header: ['Measure', 'Percent', 'Objective', 'Measurement'],
    rows: [
      ['Data Integrity', state === 'valid' ? 100 : 0, 100, integrity[state].value],
      row('Block Generation', blockGeneration),
      row('Network Sync', networkSync),
    ],
  };
}
