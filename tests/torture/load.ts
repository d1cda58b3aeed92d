import { setTimeout as pause } from 'node:timers/promises';

/** An event that the server acknowledged. */
export type Acknowledged = {
  readonly key: string;
  readonly body: EventBody;
  readonly index: number;
  readonly hash: string;
};

type EventBody = { user: string; action: string; asset_id: string; meta: Record<string, string> };

export type Load = {
  readonly acknowledged: Acknowledged[];
  /** Resolves after `count` more acknowledged events. */
  waitFor(count: number): Promise<void>;
  /** Lets every writer finish its current event, and stops. Throws the writers' errors. */
  stop(): Promise<void>;
  /** Stops immediately because something else failed. */
  abandon(): void;
};

export type Client = { readonly urls: () => string[]; readonly user: string; readonly token: string };

const RETRY_MILLISECONDS = 15;
const PATIENCE_MILLISECONDS = 60_000;

/** Keeps `writers` recording events, each retried with its key until it is acknowledged, regardless of crashes. */
export function startLoad(client: Client, writers: number, round: number): Load {
  const acknowledged: Acknowledged[] = [];
  let stopping = false;
  let problem: unknown;
  const abandoned = new AbortController();
  const write = async (writer: number) => {
    for (let n = 0; !stopping; n++) {
      const assetId = `T-${round}-${writer}-${n - (n % 3)}`;
      const action = n % 3 === 0 ? 'manufactured' : 'shipped';
      const body = { user: client.user, action, asset_id: assetId, meta: { location: `Place ${n}` } };
      acknowledged.push(
        await recordUntilAnswered(client, `key-${round}-${writer}-${n}`, body, writer + n, abandoned.signal),
      );
    }
  };
  const done = Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      write(writer).catch((error) => {
        problem ??= error;
        stopping = true;
      }),
    ),
  );
  return {
    acknowledged,
    async waitFor(count) {
      const goal = acknowledged.length + count;
      while (acknowledged.length < goal && problem === undefined) await pause(1);
      if (problem !== undefined) throw problem;
    },
    async stop() {
      stopping = true;
      await done;
      if (problem !== undefined) throw problem;
    },
    abandon() {
      stopping = true;
      abandoned.abort(new Error('abandoned'));
    },
  };
}

/** Sends the event repeatedly with one key until a server acknowledges it. Anything but 200 and 503 is a failure. */
export async function recordUntilAnswered(
  client: Client,
  key: string,
  body: EventBody,
  turn: number,
  abandoned?: AbortSignal,
): Promise<Acknowledged> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (let attempt = turn; ; attempt++) {
    const urls = client.urls();
    const answer = await post(`${urls[attempt % urls.length]}/api/add-event`, client.token, key, body);
    if (answer?.status === 200) {
      const { block } = answer.body as { block: { index: number; hash: string } };
      return { key, body, index: block.index, hash: block.hash };
    }
    if (answer !== undefined && answer.status < 500)
      throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
    abandoned?.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`${key}: no answer in time, the last was ${answer?.status}`);
    await pause(RETRY_MILLISECONDS);
  }
}

async function post(url: string, token: string, key: string, body: unknown) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  } catch {
    // Unreachable, or disconnected during the response: the outcome is unknown.
    return undefined;
  }
}
