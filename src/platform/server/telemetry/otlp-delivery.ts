import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Deliver, Delivery } from './export-queue.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { readPartialSuccess } from './partial-success.ts';
import type { Destination } from './telemetry-config.ts';

/** How long one delivery may take, with all that is tried again. */
export const DELIVERY_MILLISECONDS = 5000;
const ANSWER_MAX_BYTES = 4096;

/**
 * Delivers spans as OTLP/protobuf over HTTP to one destination, gzipped. An answer of 429, 502, 503 or 504, or none, is tried
 * again until the time is over; a redirect is a refusal, and is not followed. Neither address nor headers are in an error.
 */
export function createOtlpDelivery(destination: Destination, milliseconds = DELIVERY_MILLISECONDS): Deliver {
  /** One delivery is under way at a time, so this is its answer. */
  let answer: { status: number; body: Buffer } | undefined;
  const exporter = new OTLPTraceExporter({
    url: destination.url,
    headers: { ...destination.headers },
    timeoutMillis: milliseconds,
    httpAgentOptions: (protocol) =>
      createGuardedAgent(protocol, {
        headers: Object.keys(destination.headers),
        onResponse(response) {
          const noted = { status: response.statusCode ?? 0, body: Buffer.alloc(0) };
          answer = noted;
          response.on('data', (chunk: Buffer) => {
            if (noted.body.length < ANSWER_MAX_BYTES) noted.body = Buffer.concat([noted.body, chunk]);
          });
        },
      }),
  });

  return async (spans) => {
    answer = undefined;
    const failure = await send(exporter, spans as ReadableSpan[]);
    const status = answer?.['status'];
    if (failure !== undefined) return { accepted: 0, refused: spans.length, status, error: explain(failure, status) };
    return judge(spans.length, answer);
  };
}

function send(exporter: OTLPTraceExporter, spans: ReadableSpan[]): Promise<Error | undefined> {
  return new Promise((resolve) => {
    try {
      exporter.export(spans, ({ code, error }) => resolve(code === 0 ? undefined : (error ?? new Error('not taken'))));
    } catch (error) {
      resolve(error as Error);
    }
  });
}

function judge(sent: number, answer: { status: number; body: Buffer } | undefined): Delivery {
  const { rejected, message } = readPartialSuccess(answer?.body ?? new Uint8Array());
  const refused = Math.min(rejected, sent);
  const error = refused === 0 ? undefined : `${refused} of ${sent} spans were refused. ${message}`.trim();
  return { accepted: sent - refused, refused, status: answer?.status, error };
}

/** A status as its number; a connection that failed as its code: what an operator needs, and nothing of the address. */
function explain(error: Error, status: number | undefined): string {
  if (status !== undefined && status > 299) return `The endpoint answered ${status}.`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'Nothing listens at the endpoint (ECONNREFUSED).';
  if (code !== undefined) return `The connection failed (${code}).`;
  if (/timed out/i.test(error.message)) return 'The endpoint did not answer in time.';
  if (error.message.startsWith('Traces are not sent')) return error.message;
  return 'The delivery failed.';
}
