import { useQuery } from '@tanstack/react-query';
import { formatRoundDollars } from '#platform/web/format-money.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { dashboardQuery } from '../queries.ts';

/** The totals of the registry. Large amounts are rounded, with the exact one below. */
export function RegistryStats() {
  const { data, error } = useQuery(dashboardQuery);
  const stats = data?.stats ?? (error ? null : undefined);
  return (
    <StatRow label="Totals of the registry">
      <Stat label="Properties" value={stats && formatCount(stats.totalProperties)} />
      <Stat
        label="Assessed value"
        value={stats && formatRoundDollars(stats.totalAssessedValue)}
        detail={stats?.totalAssessedValueFormatted}
      />
      <Stat
        label="Tax owed"
        value={stats && formatRoundDollars(stats.totalTaxOwed)}
        detail={stats?.totalTaxOwedFormatted}
      />
      <Stat label="Active residents" value={stats && formatCount(stats.activeResidents)} />
      <Stat label="Government properties" value={stats && formatCount(stats.governmentProperties)} />
      <Stat label="Blockchain transactions" value={stats && formatCount(stats.blockchainTransactions)} />
    </StatRow>
  );
}
