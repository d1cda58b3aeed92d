import type { readMarketData } from '#domains/market/contract.ts';
import { WHAT_A_SHARE_IS } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatRoundDollars } from '#platform/web/format-money.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';

type Props = {
  /** Undefined while it loads, null if it could not be loaded. */
  data: ResponseIn<typeof readMarketData> | undefined | null;
};

/** The totals of the market, what a share is, and the network of its contracts. */
export function MarketTotals({ data }: Props) {
  return (
    <>
      <StatRow label="Totals">
        <Stat label="Properties with shares" value={data && formatCount(data.properties)} />
        <Stat label="Shares" value={data && formatCount(data.shares)} />
        <Stat label="Holders" value={data && formatCount(data.holders)} />
        <Stat
          label="Traded in 24 hours"
          value={data && formatRoundDollars(Math.round(data.volume.amount * 100))}
          detail={data && formatCounted(data.volume.shares, 'share')}
        />
        <Stat
          label="Value when issued"
          value={data && formatRoundDollars(data.issuedCents)}
          detail={data && formatCents(data.issuedCents)}
        />
      </StatRow>
      <p className="mt-3 mb-6 text-13 text-pretty text-muted">
        {WHAT_A_SHARE_IS}
        {data === undefined || data === null
          ? null
          : ` Contracts on ${data.network.name}${data.network.isLocal ? ', which runs on this server only' : ''}${
              data.network.waitingCalls > 0
                ? `; ${formatCounted(data.network.waitingCalls, 'call', 'calls')} on the way.`
                : '.'
            }`}
      </p>
    </>
  );
}
