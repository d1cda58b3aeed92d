import { z } from 'zod';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';

export const defaultPageSize = 25;

/** What the address of the audit page says. What cannot be read is left out, never an error. */
export const AuditSearch = z.object({
  /** Days of recording (UTC), both included. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  participant: z.string().max(64).optional().catch(undefined),
  asset: z.string().max(200).optional().catch(undefined),
  anomalous: z.enum(['true']).optional().catch(undefined),
  /** The log was asked for: an address with it shows its results at once. */
  generated: z.enum(['yes']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  limit: z.coerce
    .number()
    .pipe(z.literal([...pageSizes]))
    .optional()
    .catch(undefined),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export type AuditFilter = Pick<AuditSearch, 'from' | 'to' | 'participant' | 'asset' | 'anomalous'>;

/** The query of the API that a filter means. */
export const queryOf = ({ from, to, participant, asset, anomalous }: AuditFilter) => ({
  startDate: from,
  endDate: to,
  participantId: participant,
  assetId: asset,
  anomalous,
});

/** The sentence that says what the filter leaves. */
export function describeFilter({ from, to, participant, asset, anomalous }: AuditFilter): string {
  const parts = [
    from && to ? `from ${from} to ${to}` : from ? `since ${from}` : to ? `up to ${to}` : undefined,
    participant && `by ${participant}`,
    asset && `on ${asset}`,
  ].filter(Boolean);
  if (parts.length === 0) return anomalous ? 'Everything that is odd' : 'Everything that was recorded';
  return `${anomalous ? 'Odd, and recorded' : 'Recorded'} ${parts.join(', ')}`;
}
