import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { canReadObservability } from './capabilities.ts';

export const demoRunning = errorKind('observability.demo_running', 409, 'A demo is already running');

/**
 * The progress of the demo's trace: read back from Phoenix; accepted but not seen yet; rejected or unreachable; or no
 * endpoint configured.
 */
export const DemoState = z.enum(['confirmed', 'accepted', 'rejected', 'not_configured']);
export type DemoState = z.infer<typeof DemoState>;

const DemoStep = z.object({
  name: z.enum(['ask', 'trace', 'export', 'confirm']),
  done: z.boolean(),
  milliseconds: z.number(),
  detail: z.string().describe('The evidence, or the reason for the failure.'),
});
export type DemoStep = z.infer<typeof DemoStep>;

export const demo = route({
  method: 'POST',
  path: '/api/observability/demo',
  tag: 'Operations',
  summary: 'Run a traced question and follow its trace',
  description:
    'Asks the assistant a real question, stores its trace, sends it to Phoenix if one is configured, and reads it back. Takes up to ten seconds. Only one demo runs at a time.',
  access: { may: canReadObservability },
  cost: 'heavy',
  response: z.object({
    state: DemoState,
    question: z.string(),
    answer: z.string(),
    traceId: z.string(),
    spans: z.int().describe('Spans of the trace stored in this process.'),
    exportStatus: z.int().nullable().describe('The HTTP status of the export.'),
    steps: z.array(DemoStep).max(4),
    link: z.string().describe('Link to the trace in this product.'),
    phoenixLink: z.string().nullable().describe('Link to the trace in Phoenix.'),
  }),
  errors: [demoRunning],
});
