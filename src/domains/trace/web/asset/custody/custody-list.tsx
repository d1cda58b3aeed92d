import { UserRound } from 'lucide-react';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useNow } from '#platform/web/ui/timing/use-now.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { Timeline } from '#platform/web/ui/value/timeline.tsx';
import { countLateHandovers, custodyOf, isReversed, lengthOf } from './custody.ts';

export type CustodyListProps = {
  asset: Asset;
  history: readonly HistoryEvent[];
  /** Whether the whole history is loaded. */
  complete: boolean;
};

/** The holders of the asset, from when to when, and for how long; and the addressee of a shipment. */
export function CustodyList({ asset, history, complete }: CustodyListProps) {
  const holdings = custodyOf(history);
  const late = countLateHandovers(holdings);
  const now = useNow(holdings.at(-1)?.from);
  const items = holdings.map((holding, n, all) => ({
    key: String(holding.firstBlock),
    title: holding.participant,
    tone: n === all.length - 1 ? ('teal' as const) : ('grey' as const),
    icon: <UserRound aria-hidden="true" size={15} />,
    time:
      isReversed(holding) || (holding.to === undefined && !complete)
        ? ''
        : lengthOf((holding.to ?? now) - holding.from),
    detail: (
      <>
        <Time at={new Date(holding.from).toISOString()} format="minute" />
        {holding.to === undefined ? (
          ' until now'
        ) : (
          <>
            {isReversed(holding) ? ', handed over before that, on ' : ' to '}
            <Time at={new Date(holding.to).toISOString()} format="minute" />
          </>
        )}
        {holding.location ? ` · ${holding.location}` : ''} · {formatCounted(holding.steps, 'step')}, from block{' '}
        <BlockLink index={holding.firstBlock} />
      </>
    ),
  }));
  return (
    <Card
      title="Custody"
      description="Who had it, from when to when. Custody passes to the participant who receives it."
    >
      {complete ? null : (
        <div className="mb-4">
          <Banner>Only loaded steps are counted. Load later steps in the journey.</Banner>
        </div>
      )}
      {late === 0 ? null : (
        <p className="mb-4 text-13 text-muted">
          In the order of recording, which decides who has it. {formatCounted(late, 'handover')} happened before one
          above.
        </p>
      )}
      {asset.inShipment ? (
        <p className="mb-4 text-muted">
          {asset.addressee === undefined
            ? 'It is in shipment without an addressee. Anyone may receive it.'
            : `It is on its way to ${asset.addressee}, who hasn't received it yet.`}
        </p>
      ) : null}
      <Timeline label="Custody" items={items} />
    </Card>
  );
}
