import { Badge } from '#platform/web/ui/value/badge.tsx';

/** Whether an account may act: green while it may. */
export function StatusBadge({ status }: { status: 'active' | 'inactive' }) {
  return <Badge tone={status === 'active' ? 'green' : 'grey'}>{status}</Badge>;
}
