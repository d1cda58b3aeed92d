import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { createGuardedAgent } from '#platform/server/outbound/guarded-agent.ts';
import { readAtMost } from '#platform/server/outbound/read-at-most.ts';
import type { TelemetryConfig } from '#platform/server/telemetry/telemetry-config.ts';

type Phoenix = NonNullable<TelemetryConfig['phoenix']>;

const Spans = z.object({ data: z.array(z.object({ context: z.object({ trace_id: z.string() }) })) });

const POLL_MILLISECONDS = 300;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;

export type Confirmation = { readonly stored: boolean; readonly detail: string };

/**
 * Polls the project's spans in Phoenix until the trace is among them, for at most `milliseconds`. Phoenix stores spans
 * after it responds, so a successful export proves nothing.
 */
export async function confirmStored(
  phoenix: Phoenix,
  traceId: string,
  since: Date,
  milliseconds: number,
): Promise<Confirmation> {
  const deadline = performance.now() + milliseconds;
  const query = new URLSearchParams({ trace_id: traceId, start_time: since.toISOString(), limit: '100' });
  const url = `${phoenix.base}/v1/projects/${encodeURIComponent(phoenix.project)}/spans?${query}`;
  let reads = 0;
  let last = 'no response';
  while (performance.now() < deadline) {
    reads += 1;
    const answer = await read(url, phoenix.headers, Math.max(100, Math.ceil(deadline - performance.now())));
    if (answer.spans?.data.some(({ context }) => context.trace_id.toLowerCase() === traceId))
      return { stored: true, detail: `Phoenix returned the trace, on attempt ${reads}.` };
    last = answer.problem;
    await pause(POLL_MILLISECONDS);
  }
  return { stored: false, detail: `Not found in ${reads} ${reads === 1 ? 'attempt' : 'attempts'}: ${last}.` };
}

type Answer = { readonly spans?: z.infer<typeof Spans>; readonly problem: string };

/** Reads once. Follows no redirect, and connects only where exports may go. */
async function read(url: string, headers: Record<string, string>, milliseconds: number): Promise<Answer> {
  const agent = createGuardedAgent('operator');
  try {
    const answer = await request(url, { headers, dispatcher: agent, signal: AbortSignal.timeout(milliseconds) });
    const body = await readAtMost(answer.body, ANSWER_MAX_BYTES + 1);
    if (body.length > ANSWER_MAX_BYTES) return { problem: 'the response was too long' };
    return judge(answer.statusCode, body.toString('utf8'));
  } catch {
    return { problem: 'the endpoint could not be read' };
  } finally {
    await agent.destroy();
  }
}

function judge(status: number, text: string): Answer {
  if (status !== 200) return { problem: `the endpoint returned ${status}` };
  try {
    const parsed = Spans.safeParse(JSON.parse(text));
    return parsed.success
      ? { spans: parsed.data, problem: 'the trace was not among the spans' }
      : { problem: 'the response was not a list of spans' };
  } catch {
    return { problem: 'the response was not JSON' };
  }
}
