import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { Role } from '#domains/participants/contract.ts';
import { Anomaly, AssetId, clockParameter } from '#domains/trace/contract.ts';
import { tool } from '#platform/contract/assistant-vocabulary.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { canReadAuditTrail } from './contract/capabilities.ts';
import { checkDates, DateOrInstant } from './contract/date-range.ts';

export * from './contract/capabilities.ts';

const DomainName = z.string().regex(/^[a-z][a-z0-9]{0,39}$/, 'Domain must be lower-case letters and digits');

export const AuditEntry = z
  .object({
    eventId: z.string(),
    domain: DomainName.describe('The domain that owns the block; asset events belong to `trace`.'),
    participant: z.string(),
    participantRole: Role.optional(),
    timestamp: Instant.describe('When it was recorded.'),
    happenedAt: Instant.describe('When it happened; the recording time if the event states no time.'),
    assetId: z.string().optional(),
    assetName: z.string().optional().describe('The name of the asset now.'),
    action: z.string(),
    location: z.string().optional(),
    blockIndex: BlockIndex,
    blockHash: Sha256Hex,
    recordedBy: z.string().optional(),
    correctedBy: BlockIndex.optional(),
    anomalies: z.array(Anomaly),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const readAuditLog = route({
  method: 'GET',
  path: '/api/audit-log',
  tag: 'Audit',
  summary: 'Read the audit log',
  description:
    'Who recorded what, when, and in which block, newest first. `format=csv` and `format=jsonl` (one JSON object per line) stream every ' +
    'matching entry; otherwise returns one page as JSON. Dates and order follow the recording time, or with `clock=happened` the time ' +
    'at which events happened. Dates are inclusive on both ends.',
  access: { may: canReadAuditTrail },
  cost: 'search',
  query: z
    .strictObject({
      clock: clockParameter('recorded'),
      startDate: DateOrInstant.optional(),
      endDate: DateOrInstant.optional(),
      participantId: z.string().trim().min(1).max(64).optional().describe('Id or username of a participant.'),
      assetId: AssetId.optional(),
      domain: DomainName.optional().describe('Only blocks of this domain, such as trace, ledger or registry.'),
      anomalous: z.stringbool().optional().describe('Only uncorrected events with anomalies.'),
      format: z.enum(['json', 'csv', 'jsonl']).default('json'),
      page: PageNumber,
      limit: pageSize(100, 1000),
    })
    .superRefine(checkDates),
  response: z.object({
    auditEntries: z.array(AuditEntry),
    summary: z.object({
      dateRange: z.object({ start: Instant.nullable(), end: Instant.nullable() }),
      totalEntries: z.int(),
      participants: z.int().describe('Distinct participants on this page.'),
      assets: z.int().describe('Distinct assets on this page.'),
    }),
    pagination: Pagination,
  }),
  alsoProduces: ['text/csv; charset=utf-8', 'application/x-ndjson; charset=utf-8'],
});

export const routes = [readAuditLog] as const;

/** Declares the audit tools of the assistant. */
export const tools = {
  read_audit_log: tool(
    readAuditLog,
    'Read the audit log',
    'Who recorded what and when, with block hashes. Needs an auditing role.',
  ),
} as const;
