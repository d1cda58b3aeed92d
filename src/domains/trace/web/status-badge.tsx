import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

const tones: Readonly<Record<string, Tone>> = {
  manufactured: 'blue',
  shipped: 'yellow',
  delivered: 'green',
  'in transit': 'purple',
};

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'grey'}>{status}</Badge>;
}
