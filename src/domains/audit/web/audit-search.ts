import { z } from 'zod';
import { pageSizes } from '#platform/web/ui/table/page-sizes.ts';

export const defaultPageSize = 25;

/** The search parameters of the audit page. Invalid ones are ignored. */
export const AuditSearch = z.object({
  /** The clock of days and order. Absent: when events were recorded. */
  clock: z.enum(['happened']).optional().catch(undefined),
  /** UTC days, inclusive. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  participant: z.string().max(64).optional().catch(undefined),
  asset: z.string().max(200).optional().catch(undefined),
  domain: z.string().max(40).optional().catch(undefined),
  anomalous: z.enum(['true']).optional().catch(undefined),
  /** Set once the log was generated, so that a link shows its results without a click. */
  generated: z.enum(['yes']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  limit: z.coerce
    .number()
    .pipe(z.literal([...pageSizes]))
    .optional()
    .catch(undefined),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export type AuditFilter = Pick<AuditSearch, 'clock' | 'from' | 'to' | 'participant' | 'asset' | 'domain' | 'anomalous'>;

/** Returns the API query for the filters. */
export const queryOf = ({ clock, from, to, participant, asset, domain, anomalous }: AuditFilter) => ({
  clock,
  startDate: from,
  endDate: to,
  participantId: participant,
  assetId: asset,
  domain,
  anomalous,
});
