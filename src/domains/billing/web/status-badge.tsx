import type { BillingRecord, SubscriptionStatus } from '#domains/billing/contract.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

const statuses: Readonly<Record<SubscriptionStatus, { tone: Tone; label: string }>> = {
  active: { tone: 'green', label: 'Active' },
  trial: { tone: 'blue', label: 'Trial' },
  cancelled: { tone: 'amber', label: 'Cancelled' },
  expired: { tone: 'red', label: 'Expired' },
};

/** The status of a subscription. */
export const StatusBadge = ({ status }: { status: SubscriptionStatus }) => (
  <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
);

type Recorded = Pick<BillingRecord, 'status' | 'state' | 'kind'>;

/** Names the state of an invoice or credit note in one or two words. */
export function wordsOfRecord({ status, state, kind }: Recorded): string {
  if (state === 'draft') return 'Draft';
  if (kind === 'credit_note') return 'Credited';
  if (state === 'void') return 'Void';
  if (state === 'uncollectible') return 'Uncollectible';
  return status === 'paid' ? 'Paid' : status === 'failed' ? 'Failed' : 'Pending';
}

/** The state of an invoice or credit note: paid, pending or failed, or a more precise word where one of these is too coarse. */
export function RecordBadge(record: Recorded) {
  const { status, kind } = record;
  const tone = kind === 'credit_note' ? 'teal' : status === 'paid' ? 'green' : status === 'failed' ? 'red' : 'amber';
  return <Badge tone={record.state === 'draft' ? 'grey' : tone}>{wordsOfRecord(record)}</Badge>;
}
