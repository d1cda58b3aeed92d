import { Badge } from '#platform/web/ui/value/badge.tsx';

/** Shows whether an account is active. */
export function StatusBadge({ status }: { status: 'active' | 'inactive' }) {
  return <Badge tone={status === 'active' ? 'green' : 'grey'}>{status}</Badge>;
}
