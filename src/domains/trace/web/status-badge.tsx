import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

const tones: Readonly<Record<string, Tone>> = {
  manufactured: 'blue',
  shipped: 'yellow',
  delivered: 'green',
  'in transit': 'purple',
};

/** Returns the color of a status, the same for badges and the veins of stones. */
export const toneOfStatus = (status: string): Tone => tones[status] ?? 'grey';

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={toneOfStatus(status)}>{status}</Badge>;
}
