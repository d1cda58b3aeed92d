import type { PropertyStatus } from '#domains/registry/contract.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

/** The status of a property, in words and color. */
export function PropertyStatusBadge({ status }: { status: PropertyStatus }) {
  return <Badge tone={status === 'active' ? 'green' : 'grey'}>{status === 'active' ? 'Active' : 'Retired'}</Badge>;
}
