import { Badge } from '#platform/web/ui/value/badge.tsx';

/** The status of a response, or 0 without one. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status === 0 ? 'red' : status < 300 ? 'green' : status < 500 ? 'amber' : 'red';
  return <Badge tone={tone}>{status === 0 ? '0 no response' : String(status)}</Badge>;
}
