import { lazy, Suspense } from 'react';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { titleOf } from '../../actions.ts';
import { formatCoordinates, type Stop, stopsOf } from './stops-of.ts';

const WorldMap = lazy(() => import('./world-map.tsx'));

export type MapTabProps = {
  history: readonly HistoryEvent[];
  /** Whether the whole journey is loaded. */
  complete: boolean;
  /** The selected step, by its block. */
  selected: number | undefined;
  onSelect: (blockIndex: number) => void;
};

/** The asset's stops on a map and as an equivalent list, sharing the journey's selection. */
export function MapTab({ history, complete, selected, onSelect }: MapTabProps) {
  const stops = stopsOf(history);
  if (stops.length === 0) {
    return (
      <Card>
        <EmptyState
          title="No step has coordinates"
          description="Add latitude and longitude when you record an event, or import EPCIS events with geo URIs as locations."
        />
      </Card>
    );
  }
  const chosen = stops.findIndex(({ steps }) => steps.some(({ blockIndex }) => blockIndex === selected));
  const choose = (stop: number) => {
    const first = stops[stop]?.steps[0];
    if (first && stop !== chosen) onSelect(first.blockIndex);
  };
  const step = history.find(({ blockIndex }) => blockIndex === selected);
  return (
    <div className="flex flex-col gap-5">
      {complete ? null : <Banner>Only loaded steps are shown. Load later steps in the journey.</Banner>}
      {step && chosen < 0 ? (
        <Banner>The selected step, {titleOf(step.action)}, has no coordinates, so it is not on the map.</Banner>
      ) : null}
      <Suspense fallback={<Skeleton className="aspect-5/4 w-full rounded-12 sm:aspect-9/4" />}>
        <WorldMap
          label="Map of the journey"
          stops={stops.map(({ coordinates, location }) => ({ ...coordinates, label: location ?? '' }))}
          selected={chosen < 0 ? undefined : chosen}
          onSelect={choose}
        />
      </Suspense>
      <Card title="Stops" flush>
        <ol aria-label="Stops" className="divide-y divide-line">
          {stops.map((stop, n) => (
            <StopRow
              key={stop.steps[0]?.blockIndex}
              number={n + 1}
              stop={stop}
              selected={n === chosen}
              step={step}
              onSelect={() => choose(n)}
            />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function StopRow({
  number,
  stop: { coordinates, location, steps },
  selected,
  step,
  onSelect,
}: {
  number: number;
  stop: Stop;
  selected: boolean;
  /** The selected step. */
  step: HistoryEvent | undefined;
  onSelect: () => void;
}) {
  const [first] = steps;
  return (
    <li>
      <button
        type="button"
        aria-pressed={selected}
        onClick={onSelect}
        className="flex w-full flex-wrap items-start gap-x-3 px-5 py-3 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft"
      >
        <span className="tabular w-5 shrink-0 text-right text-muted">{number}</span>
        {/* Less room than this puts the time and the coordinates below. */}
        <span className="min-w-0 grow basis-36">
          <span className="block font-medium wrap-anywhere">{location ?? formatCoordinates(coordinates)}</span>
          <span className="flex flex-wrap gap-x-2 text-13 text-muted">
            {steps.map((one) => (
              <span key={one.blockIndex} className={one === step ? 'font-medium text-ink' : ''}>
                {titleOf(one.action)}
              </span>
            ))}
          </span>
        </span>
        <span className="ml-auto shrink-0 text-right text-13 text-muted">
          {first ? <Time at={first.timestamp} format="minute" /> : null}
          {location === undefined ? null : <span className="tabular block">{formatCoordinates(coordinates)}</span>}
        </span>
      </button>
    </li>
  );
}
