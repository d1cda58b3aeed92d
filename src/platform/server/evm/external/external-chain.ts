import { fetch } from 'undici';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { readAtMost } from '../../outbound/read-at-most.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';

export type ExternalChain = {
  /**
   * Sends a request to the endpoint. Checks the chain id first, once for each connection of this process.
   * @throws RpcError
   */
  request(method: string, parameters: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
};

const TIMEOUT_MILLISECONDS = 20_000;
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

type Response = {
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
    const answer = await post({ jsonrpc: '2.0', id: count, method, params: parameters });
    if (answer.error === undefined) return answer.result ?? null;
    const { code, message, data } = answer.error;
    throw new RpcError(Number.isInteger(code) ? Number(code) : rpcCodes.internal, String(message), {
      data: typeof data === 'string' ? data : undefined,
    });
  }

  async function post(body: object): Promise<Response> {
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

  return {
    async request(method, parameters) {
      checked ??= check().catch((error) => {
        checked = undefined;
        throw error;
      });
      await checked;
      return send(method, parameters);
    },
    close: () => dispatcher.close(),
  };
}

async function* empty(): AsyncGenerator<Uint8Array> {}
