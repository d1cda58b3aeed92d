import { Agent, type IncomingMessage, request } from 'node:http';

export type Outgoing = {
  readonly method?: string;
  readonly path: string;
  /** The client's address, as the proxy in front of the server saw it. */
  readonly from: string;
  readonly token?: string;
  readonly body?: object;
};

/** How many requests got each status. A request that its client gave up counts as `aborted`. */
export type Outcome = Readonly<Record<string, number>>;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends requests from `clients` concurrent clients and counts the statuses. */
export async function sendAll(origin: string, requests: readonly Outgoing[], clients: number): Promise<Outcome> {
  const outcome: Record<string, number> = {};
  const waiting = requests.values();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const one of waiting) {
        const { status } = await send(origin, one);
        outcome[status] = (outcome[status] ?? 0) + 1;
      }
    }),
  );
  return outcome;
}

/** Sends a request and reads its response. */
export async function send(origin: string, outgoing: Outgoing): Promise<{ status: number; text: string }> {
  const { response } = await begin(origin, outgoing);
  const text = (await response.toArray()).join('');
  return { status: response.statusCode ?? 0, text };
}

/** Sends a request and returns once its response begins. */
export function begin(origin: string, outgoing: Outgoing): Promise<{ response: IncomingMessage; hangUp: () => void }> {
  return new Promise((resolve, reject) => {
    const sent = open(origin, outgoing);
    sent.once('error', reject);
    sent.once('response', (response) => resolve({ response, hangUp: () => sent.destroy() }));
  });
}

/** Sends a request and hangs up after a moment, before its response is complete. */
export function abandon(origin: string, outgoing: Outgoing, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const sent = open(origin, outgoing);
    sent.once('error', () => undefined);
    sent.once('close', () => resolve());
    setTimeout(() => sent.destroy(), milliseconds);
  });
}

function open(origin: string, { method = 'GET', path, from, token, body }: Outgoing) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = request(`${origin}${path}`, {
    method,
    agent,
    headers: {
      'x-forwarded-for': from,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    },
  });
  sent.end(text);
  return sent;
}
