import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { WitnessRefusal } from '@cairn/ledger-proof';
import type { OpenWitness } from './open-witness.ts';

/** 63 hashes and a checkpoint take 4 KiB; the rest is room for signatures. */
const BODY_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 200;
const REQUEST_MILLISECONDS = 10_000;

/** Serves a witness over HTTP as C2SP tlog-witness specifies. Put a proxy in front of it for TLS. */
export function serveWitness(witness: OpenWitness, note: (line: string) => void): Server {
  const server = createServer((request, response) => {
    answer(witness, request, response).catch((error: Error) => {
      // No cosignature was sent: the state on disk decides, and the log will retry.
      note(`A request failed: ${error.message}`);
      send(response, 500, 'The witness failed to answer. Try again.\n');
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.requestTimeout = REQUEST_MILLISECONDS;
  server.headersTimeout = REQUEST_MILLISECONDS;
  return server;
}

async function answer(witness: OpenWitness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const monitored = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1];
  if (request.method === 'GET' && monitored !== undefined) {
    const latest = witness.latest(monitored);
    send(
      response,
      latest === undefined ? 404 : 200,
      latest ?? 'No checkpoint has been cosigned for this origin yet.\n',
    );
    return;
  }
  if (path !== '/add-checkpoint') return send(response, 404, 'A witness serves POST /add-checkpoint.\n');
  if (request.method !== 'POST') return send(response, 405, 'Use POST.\n');
  const body = await readBody(request);
  if (body === undefined) return send(response, 413, `A request may have at most ${BODY_BYTES_MAX} bytes.\n`);
  const outcome = await witness.addCheckpoint(body);
  if (typeof outcome === 'string') send(response, 200, outcome);
  else refuse(response, outcome);
}

function refuse(response: ServerResponse, refusal: WitnessRefusal): void {
  if (refusal.status === 409) send(response, 409, `${refusal.size}\n`, 'text/x.tlog.size');
  else send(response, refusal.status, `${refusal.reason}\n`);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
