import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { type Agent, request } from 'undici';
import { createGuardedAgent, RefusedAddressError } from '../outbound/guarded-agent.ts';
import { readAtMost } from '../outbound/read-at-most.ts';
import type { Deliver, Delivery } from './export-queue.ts';
import { readPartialSuccess } from './partial-success.ts';
import type { Destination } from './telemetry-config.ts';

/** The time limit of one delivery, including retries, in milliseconds. */
export const DELIVERY_MILLISECONDS = 5000;
const ANSWER_MAX_BYTES = 4096;
const FIRST_RETRY_MILLISECONDS = 1000;
/** The statuses that OTLP/HTTP marks as retryable. */
const RETRYABLE = new Set([429, 502, 503, 504]);

type Answer = { readonly status: number; readonly body: Uint8Array };

/**
 * Delivers spans as OTLP/protobuf over HTTP to one destination, gzipped. Retries after 429, 502, 503 and 504, and after
 * a lost connection, with doubling delays until the time limit. Does not follow redirects. No error contains the
 * address or a header.
 */
export function createOtlpDelivery(destination: Destination, milliseconds = DELIVERY_MILLISECONDS): Deliver {
  const agent = createGuardedAgent('operator');
  return async (spans) => {
    const deadline = performance.now() + milliseconds;
    try {
      const answer = await deliver(agent, destination, await encode(spans as ReadableSpan[]), deadline);
      return judge(spans.length, answer);
    } catch (error) {
      return { accepted: 0, refused: spans.length, status: undefined, error: explain(error as Error) };
    }
  };
}

async function encode(spans: ReadableSpan[]): Promise<Buffer> {
  const bytes = ProtobufTraceSerializer.serializeRequest(spans);
  if (bytes === undefined) throw new Error('The spans have no OTLP form');
  return promisify(gzip)(bytes);
}

/** Returns the last answer, or throws the last failure, once a retry would end after the deadline. */
async function deliver(agent: Agent, destination: Destination, body: Buffer, deadline: number): Promise<Answer> {
  for (let wait = FIRST_RETRY_MILLISECONDS; ; wait *= 2) {
    const outcome = await post(agent, destination, body, deadline).catch((error: Error) => error);
    const failed = outcome instanceof Error;
    const mayRetry = failed ? !(outcome instanceof RefusedAddressError) : RETRYABLE.has(outcome.status);
    if (!mayRetry || performance.now() + wait >= deadline) {
      if (failed) throw outcome;
      return outcome;
    }
    await pause(wait, undefined, { ref: false });
  }
}

async function post(agent: Agent, { url, headers }: Destination, body: Buffer, deadline: number): Promise<Answer> {
  const answer = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { ...headers, 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
    body,
    signal: AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now()))),
  });
  return { status: answer.statusCode, body: await readAtMost(answer.body, ANSWER_MAX_BYTES) };
}

function judge(sent: number, { status, body }: Answer): Delivery {
  if (status > 299) return { accepted: 0, refused: sent, status, error: `The endpoint answered ${status}.` };
  const { rejected, message } = readPartialSuccess(body);
  const refused = Math.min(rejected, sent);
  const error = refused === 0 ? undefined : `${refused} of ${sent} spans were rejected. ${message}`.trim();
  return { accepted: sent - refused, refused, status, error };
}

/** Returns an explanation of a failed connection for operators, without the address of the endpoint. */
function explain(error: Error): string {
  if (error instanceof RefusedAddressError)
    return `Traces are not sent to ${error.address}: no collector has this address.`;
  if (error.name === 'TimeoutError') return 'The endpoint did not answer in time.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'Nothing is listening at the endpoint (ECONNREFUSED).';
  if (code !== undefined) return `The connection failed (${code}).`;
  return 'The delivery failed.';
}
