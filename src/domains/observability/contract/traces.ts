import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canReadObservability } from './capabilities.ts';

export const traceNotFound = errorKind('observability.trace_not_found', 404, 'Trace not found');

/** 32 hex digits, or the request id from a response or an error: both identify the same trace. */
export const TraceId = z
  .string()
  .regex(
    /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
    'The trace id must be 32 hex digits, or the id of a request',
  )
  .transform((text) => text.replaceAll('-', '').toLowerCase())
  .meta({ id: 'TraceId', example: '0b5c3e9a111142228333444455556666' });

const TraceSummary = z.object({
  traceId: z.string(),
  name: z.string(),
  startedAt: Instant,
  milliseconds: z.number(),
  failed: z.boolean(),
  status: z.int().nullable().describe('HTTP status, if the trace is a request.'),
  route: z.string().nullable(),
  spans: z.int(),
  assistant: z.boolean().describe('True if the assistant was involved.'),
});
export type TraceSummary = z.infer<typeof TraceSummary>;

export const listTraces = route({
  method: 'GET',
  path: '/api/observability/traces',
  tag: 'Operations',
  summary: 'List recent traces',
  description:
    'Traces in the memory of this process, newest first. It holds a few hundred; failed, slow and assistant traces stay longest.',
  access: { may: canReadObservability },
  cost: 'search',
  query: z.strictObject({
    route: z.string().min(1).max(200).optional().describe('Part of the name, such as `/api/assets`.'),
    status: z.enum(['ok', 'failed', '2xx', '3xx', '4xx', '5xx']).optional(),
    minMilliseconds: z.coerce.number<number>().min(0).max(3_600_000).optional(),
    traceId: TraceId.optional(),
    page: PageNumber,
    limit: pageSize(20, 100),
  }),
  response: z.object({ traces: z.array(TraceSummary).max(100), pagination: Pagination }),
});

const TraceSpan = z.object({
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  startMilliseconds: z.number().describe('Offset from the start of the trace.'),
  milliseconds: z.number(),
  failed: z.boolean(),
  message: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type TraceSpan = z.infer<typeof TraceSpan>;

export const readTrace = route({
  method: 'GET',
  path: '/api/observability/traces/{traceId}',
  tag: 'Operations',
  summary: 'Read one trace with its spans',
  access: { may: canReadObservability },
  params: z.object({ traceId: TraceId }),
  response: TraceSummary.extend({ droppedSpans: z.int(), tree: z.array(TraceSpan).max(300) }),
  errors: [traceNotFound],
});
