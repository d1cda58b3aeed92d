import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createGuardedAgent } from '#platform/server/telemetry/guarded-agent.ts';
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

/** One read. Follows no redirect, and connects only where exports may go. */
function read(url: string, headers: Record<string, string>, milliseconds: number): Promise<Answer> {
  const { protocol } = new URL(url);
  const agent = createGuardedAgent(protocol, { headers: Object.keys(headers), onResponse: () => undefined });
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<Answer>((resolve) => {
    const sent = request(url, { headers, agent, signal: AbortSignal.timeout(milliseconds) }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_MAX_BYTES) response.destroy(new Error('too long'));
        else chunks.push(chunk);
      });
      response.on('error', () => resolve({ problem: 'the response was cut off' }));
      response.on('end', () => resolve(judge(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'))));
    });
    sent.on('error', () => resolve({ problem: 'the endpoint could not be read' }));
    sent.end();
  }).finally(() => agent.destroy());
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
