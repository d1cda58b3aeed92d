import { fetch } from 'undici';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { readAtMost } from '../../outbound/read-at-most.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';

/** A request of EIP-1193. */
export type ChainRequest = { readonly method: string; readonly params?: unknown };

export type ExternalChain = {
  /**
   * Sends a request to the endpoint. Checks the chain id first, once for each connection of this process.
   * @throws RpcError
   */
  request(method: string, parameters: readonly unknown[]): Promise<unknown>;
  /**
   * Sends requests to the endpoint, many at a time (a batch of JSON-RPC 2.0), and returns their results in the same order. An endpoint without batches
   * gets them one by one.
   * @throws RpcError if one of them fails
   */
  requestAll(requests: readonly ChainRequest[]): Promise<unknown[]>;
  close(): Promise<void>;
};

const TIMEOUT_MILLISECONDS = 20_000;
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
/** Requests of one batch. Providers accept 100 or more, and count each of them. */
const BATCH_MAX = 50;

type Response = {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
};

/** Returns the chain behind a JSON-RPC endpoint. The operator sets the URL, so it may lead to this host. */
export function createExternalChain({ url, chainId }: { url: string; chainId: number }): ExternalChain {
  const dispatcher = createGuardedAgent('operator');
  let count = 0;
  let checked: Promise<void> | undefined;

  async function send(method: string, parameters: readonly unknown[]): Promise<unknown> {
    count += 1;
    return resultOf((await post({ jsonrpc: '2.0', id: count, method, params: parameters })) as Response);
  }

  async function sendBatch(requests: readonly ChainRequest[]): Promise<unknown[]> {
    const batch = requests.map(({ method, params = [] }) => {
      count += 1;
      return { jsonrpc: '2.0', id: count, method, params };
    });
    const answer = await post(batch);
    if (!Array.isArray(answer)) return sendEach(requests);
    // Answers may arrive in any order.
    const answers = new Map((answer as Response[]).map((one) => [one.id, one]));
    return batch.map(({ id }) =>
      resultOf(answers.get(id) ?? { error: { message: 'The endpoint left an answer out.' } }),
    );
  }

  async function sendEach(requests: readonly ChainRequest[]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (const { method, params = [] } of requests) results.push(await send(method, params as readonly unknown[]));
    return results;
  }

  async function post(body: object): Promise<unknown> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const bytes = await readAtMost(response.body ?? empty(), RESPONSE_BYTES_MAX);
      const parsed: unknown = JSON.parse(bytes.toString('utf8'));
      if (typeof parsed === 'object' && parsed !== null) return parsed;
      throw new Error(`HTTP ${response.status}`);
    } catch (cause) {
      // The URL contains the access key of the provider, so it stays out of the message.
      throw new RpcError(rpcCodes.unavailable, 'The Ethereum endpoint is not available right now.', { cause });
    }
  }

  /** A transaction signed for another chain would be lost, and a receipt of another chain is meaningless. */
  async function check(): Promise<void> {
    const found = Number(await send('eth_chainId', []));
    if (found !== chainId)
      throw new RpcError(rpcCodes.unavailable, `EVM_RPC_URL serves chain ${found}, but EVM_CHAIN_ID is ${chainId}.`);
  }

  function checkOnce(): Promise<void> {
    checked ??= check().catch((error) => {
      checked = undefined;
      throw error;
    });
    return checked;
  }

  return {
    async request(method, parameters) {
      await checkOnce();
      return send(method, parameters);
    },
    async requestAll(requests) {
      await checkOnce();
      const results: unknown[] = [];
      for (let from = 0; from < requests.length; from += BATCH_MAX)
        results.push(...(await sendBatch(requests.slice(from, from + BATCH_MAX))));
      return results;
    },
    close: () => dispatcher.close(),
  };
}

function resultOf({ result, error }: Response): unknown {
  if (error === undefined) return result ?? null;
  const { code, message, data } = error;
  throw new RpcError(Number.isInteger(code) ? Number(code) : rpcCodes.internal, String(message), {
    data: typeof data === 'string' ? data : undefined,
  });
}

async function* empty(): AsyncGenerator<Uint8Array> {}
