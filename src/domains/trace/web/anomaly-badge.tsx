import { TriangleAlert } from 'lucide-react';
import type { Anomaly } from '#domains/trace/contract.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

/** Shows an anomaly of an event in words. */
export function AnomalyBadge({ anomaly }: { anomaly: Anomaly }) {
  return (
    <Badge tone="amber" icon={<TriangleAlert aria-hidden="true" size={12} className="shrink-0" />}>
      {anomaly}
    </Badge>
  );
}
