import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

export type StatusBadgeProps = {
  status: string;
  /** The color of the status, where the status itself is a placeholder. */
  tone?: Tone;
};

/** Shows the status of an asset in its color. */
export function StatusBadge({ status, tone = toneOfStatus(status) }: StatusBadgeProps) {
  return <Badge tone={tone}>{status}</Badge>;
}
