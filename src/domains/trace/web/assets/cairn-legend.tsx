import { assetStatuses } from '#domains/trace/contract.ts';
import { StatusBadge } from '../status-badge.tsx';

/** Explains the cairns of the list. Phones show none, so they need no legend. */
export function CairnLegend() {
  return (
    <p className="mt-3 hidden flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted md:flex print:hidden">
      <span>Each stone is a step of the asset. The color of the top stone is its status:</span>
      {assetStatuses.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </p>
  );
}
