import { z } from 'zod';
import { errorKind } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { canReadObservability } from './capabilities.ts';

export const demoRunning = errorKind('observability.demo_running', 409, 'A demo is running');

/**
 * How far the demo's trace came: read back from Phoenix; taken by it, not seen yet; refused or not reached; or nowhere to go.
 */
export const DemoState = z.enum(['confirmed', 'accepted', 'rejected', 'not_configured']);
export type DemoState = z.infer<typeof DemoState>;

const DemoStep = z.object({
  name: z.enum(['ask', 'trace', 'export', 'confirm']),
  done: z.boolean(),
  milliseconds: z.number(),
  detail: z.string().describe('What proves it, or why not.'),
});
export type DemoStep = z.infer<typeof DemoStep>;

export const demo = route({
  method: 'POST',
  path: '/api/observability/demo',
  tag: 'Operations',
  summary: 'Run a traced question, and see how far its trace comes',
  description:
    'Asks the assistant a real question, keeps its trace, sends it to Phoenix where one is configured, and reads it back. It takes up to ten seconds; one at a time.',
  access: { may: canReadObservability },
  response: z.object({
    state: DemoState,
    question: z.string(),
    answer: z.string(),
    traceId: z.string(),
    spans: z.int().describe('Spans of the trace that are kept here.'),
    exportStatus: z.int().nullable().describe('The HTTP status of the export.'),
    steps: z.array(DemoStep).max(4),
    link: z.string().describe('Where this product shows the trace.'),
    phoenixLink: z.string().nullable().describe('Where Phoenix shows it.'),
  }),
  errors: [demoRunning],
});
