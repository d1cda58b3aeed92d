import { useQuery } from '@tanstack/react-query';
import { ChartCandlestick, Table } from 'lucide-react';
import { centsOf } from '#platform/web/dollars.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { formatMinute } from '#platform/web/format-time.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { CandleChart } from '#platform/web/ui/chart/candle-chart.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { MarketSearch } from '../market-search.ts';
import { candlesQuery } from './queries.ts';

const milliseconds = { day: 86_400_000, hour: 3_600_000 };

type Props = { propertyId: string; search: MarketSearch; onChange: (next: Partial<MarketSearch>) => void };

/** The prices of a property's shares and how many were traded, by day or hour, as a chart or a table. */
export function PriceChart({ propertyId, search, onChange }: Props) {
  const interval = search.interval ?? 'day';
  const asTable = search.chart === 'table';
  const { data, error, refetch, isFetching } = useQuery(candlesQuery(propertyId, interval));
  const candles = data?.candles.map((candle) => ({
    position: Math.floor(Date.parse(candle.at) / milliseconds[interval]),
    name: interval === 'day' ? formatCalendarDay(candle.at) : formatMinute(Date.parse(candle.at)),
    open: centsOf(candle.open),
    high: centsOf(candle.high),
    low: centsOf(candle.low),
    close: centsOf(candle.close),
    count: candle.shares,
  }));
  return (
    <Card
      title="Price and volume"
      action={
        <span className="-my-1.5 flex items-center gap-1">
          <SegmentedControl
            label="Each candle covers"
            value={interval}
            onValueChange={(next) => onChange({ interval: next === 'hour' ? 'hour' : undefined })}
            options={[
              { value: 'day', label: 'Days' },
              { value: 'hour', label: 'Hours' },
            ]}
          />
          <IconButton
            label={asTable ? 'Show as chart' : 'Show as table'}
            size="small"
            onClick={() => onChange({ chart: asTable ? undefined : 'table' })}
          >
            {asTable ? <ChartCandlestick aria-hidden="true" size={14} /> : <Table aria-hidden="true" size={14} />}
          </IconButton>
        </span>
      }
    >
      {error && !data ? (
        <ErrorState
          title="Couldn't load the prices"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : candles === undefined ? (
        <Skeleton className="h-50" />
      ) : candles.length === 0 ? (
        <p className="flex h-50 items-center justify-center text-center text-muted">
          No trades yet, so there is no price to draw.
        </p>
      ) : (
        <CandleChart
          label={interval === 'day' ? 'Prices by day' : 'Prices by hour'}
          unit={interval === 'day' ? 'Day (UTC)' : 'Hour'}
          counted={{ one: 'share', many: 'shares' }}
          candles={candles}
          asTable={asTable}
        />
      )}
    </Card>
  );
}
