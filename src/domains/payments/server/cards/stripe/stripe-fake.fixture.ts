import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeAnswer, StripeAccount } from './stripe-account.fixture.ts';

export type FakeRequest = {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
};

/** How the next request fails: with a status, or without an answer. It may have taken effect. */
export type Fault = { readonly status?: number; readonly takesEffect: boolean };

/** Serves Stripe's API over HTTP with its replays by idempotency key, and records every request. */
export async function startStripeFake(now: () => number) {
  const account = new StripeAccount(now);
  const replays = new Map<string, FakeAnswer>();
  const requests: FakeRequest[] = [];
  const faults: Fault[] = [];

  const answer = (request: FakeRequest, query: URLSearchParams): FakeAnswer => {
    const known = request.key === undefined ? undefined : replays.get(request.key);
    const given = known ?? account.answer(request.method, request.path, new URLSearchParams(request.body), query);
    // A copy, so that later changes of the account do not change the stored answer.
    if (request.key !== undefined && given.status === 200) replays.set(request.key, structuredClone(given));
    return given;
  };
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://fake');
    const key = incoming.headers['idempotency-key'] as string | undefined;
    const request = { method: incoming.method ?? '', path: pathname, key, body: await textOf(incoming) };
    requests.push(request);
    const fault = faults.shift();
    const given = fault?.takesEffect === false ? undefined : answer(request, searchParams);
    if (fault !== undefined && fault.status === undefined) return;
    const { status, value } = fault === undefined && given !== undefined ? given : broken(fault?.status ?? 500);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' });
    response.end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    account,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (...next: Fault[]) => void faults.push(...next),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Real errors may contain a part of the key. */
const broken = (status: number): FakeAnswer => ({
  status,
  value: { error: { type: 'api_error', message: 'Broken. Key sk_test_secret1234567890' } },
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
