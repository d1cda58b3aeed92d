import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts when the client disconnects before the response is complete. It follows the response, because
 * a request closes as soon as its body has been read.
 */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return gone.signal;
}

/**
 * Ends a stream with its response. Without this, a stream for which no response body is sent lives on: the answer to HEAD, or
 * to a client that disconnected before the first byte.
 */
export function endWithResponse(body: Readable, { raw }: FastifyReply): void {
  if (raw.destroyed) body.destroy();
  else raw.once('close', () => body.destroy());
}
