import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Deliver, Delivery } from './export-queue.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { readPartialSuccess } from './partial-success.ts';
import type { Destination } from './telemetry-config.ts';

/** The time limit of one delivery, including retries, in milliseconds. */
export const DELIVERY_MILLISECONDS = 5000;
const ANSWER_MAX_BYTES = 4096;

/**
 * Returns a function that delivers spans to one destination as gzipped OTLP/protobuf over HTTP. Retries 429, 502, 503,
 * 504 and missing responses until the time limit. Treats a redirect as a refusal. Errors contain neither address nor
 * headers.
 */
export function createOtlpDelivery(destination: Destination, milliseconds = DELIVERY_MILLISECONDS): Deliver {
  /** One delivery is in flight at a time, so this is its response. */
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
      exporter.export(spans, ({ code, error }) =>
        resolve(code === 0 ? undefined : (error ?? new Error('not accepted'))),
      );
    } catch (error) {
      resolve(error as Error);
    }
  });
}

function judge(sent: number, answer: { status: number; body: Buffer } | undefined): Delivery {
  const { rejected, message } = readPartialSuccess(answer?.body ?? new Uint8Array());
  const refused = Math.min(rejected, sent);
  const error = refused === 0 ? undefined : `${refused} of ${sent} spans were rejected. ${message}`.trim();
  return { accepted: sent - refused, refused, status: answer?.status, error };
}

/** Describes an error by its status or its connection error code, which is what an operator needs, without the address. */
function explain(error: Error, status: number | undefined): string {
  if (status !== undefined && status > 299) return `The endpoint answered ${status}.`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'Nothing is listening at the endpoint (ECONNREFUSED).';
  if (code !== undefined) return `The connection failed (${code}).`;
  if (/timed out/i.test(error.message)) return 'The endpoint did not answer in time.';
  if (error.message.startsWith('Traces are not sent')) return error.message;
  return 'The delivery failed.';
}
