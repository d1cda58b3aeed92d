import type { ConnectionOptions, Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { ChainConfig } from './chain-config.ts';
import { readChain } from './embedded/chain-rows.ts';
import type { Budget } from './embedded/engine.ts';
import { createEngineThread } from './embedded/engine-thread.ts';
import { type ChainRequest, createExternalChain } from './external/external-chain.ts';
import type { Operator } from './operator.ts';
import { readOperatorKey, readOrMakeOperatorKey } from './operator-key.ts';

/** The Ethereum chain of this installation: the embedded one, or the one behind `EVM_RPC_URL`. */
export type Chain = {
  /** Whether the chain is stored in this installation's own database. */
  readonly isEmbedded: boolean;
  /** Shown beside every hash. */
  readonly networkName: string;
  /** Blocks after which a transaction counts as final, its own included. */
  readonly confirmations: number;
  /** The highest price of a unit of gas that a waiting call may pay, in wei. */
  readonly feeMax: bigint;
  /** How long calls may wait for the network before dependent work pauses. */
  readonly pauseMinutes: number;
  /**
   * Answers a request (EIP-1193), also as the transport of viem: `custom(chain)`. On the embedded chain,
   * `eth_sendRawTransaction` resolves once the block is durable.
   * @throws RpcError
   */
  request(request: ChainRequest): Promise<unknown>;
  /**
   * Answers requests in the same order. Those to another network are sent many at a time.
   * @throws RpcError if one of them fails
   */
  requestAll(requests: readonly ChainRequest[]): Promise<unknown[]>;
  /** Answers a request of the embedded chain with the JSON of its result. An untrusted call has a `budget`. */
  requestJson(method: string, parameters: readonly unknown[], budget?: Budget): Promise<string>;
  chainId(): Promise<number>;
  /**
   * Returns the account that deploys and calls contracts.
   * @throws OperatorKeyMissing if this server does not have the key that the embedded chain was created with
   */
  operator(): Promise<Operator>;
  /**
   * Returns the account of one purpose, whose key is derived from the operator's key. Its sequence of nonces belongs to
   * that purpose alone.
   * @throws OperatorKeyMissing like `operator`
   */
  account(purpose: string): Promise<Operator>;
  /**
   * Returns the private key of that account, for a thread that signs.
   * @throws OperatorKeyMissing like `operator`
   */
  accountKey(purpose: string): Promise<`0x${string}`>;
  /**
   * Resolves if the keys of this installation may sign. Every signature of an account requires it.
   * @throws AppError `server.unavailable`
   */
  requireSignable(): Promise<void>;
  /** Finishes the block in progress. */
  close(): Promise<void>;
};

/** Thrown if this server cannot sign on its chain. Reading the chain works. */
export class OperatorKeyMissing extends Error {}

export type ChainOptions = {
  readonly database: Database;
  readonly connection: ConnectionOptions;
  readonly dataFolder: string;
  readonly config: ChainConfig;
  readonly log: Log;
  /** Throws while nothing may be signed. */
  readonly requireSignable?: Chain['requireSignable'];
};

/** Opens the chain. Starts nothing: the thread of the embedded chain starts with the first request. */
export function openChain(options: ChainOptions): Chain {
  return options.config.external === undefined ? openEmbedded(options) : openExternal(options, options.config.external);
}

function openEmbedded({ database, connection, dataFolder, config, log, requireSignable }: ChainOptions): Chain {
  const keySource = { configured: config.operatorKey, dataFolder };
  const thread = createEngineThread({
    log,
    async prepare() {
      const exists = (await readChain(database)) !== undefined;
      return { connection, operator: exists ? undefined : await addressBytes(await readOrMakeOperatorKey(keySource)) };
    },
  });
  const requestJson: Chain['requestJson'] = (method, parameters, budget) => thread.request(method, parameters, budget);
  const request: Chain['request'] = async ({ method, params = [] }) =>
    JSON.parse(await requestJson(method, params as readonly unknown[]));
  const chainId = once(
    async () => (await readChain(database))?.chainId ?? Number(await request({ method: 'eth_chainId' })),
  );
  const key = once(async () => {
    const found = await readOperatorKey(keySource);
    const chain = await readChain(database);
    if (found === undefined || chain === undefined || !Buffer.from(chain.operator).equals(await addressBytes(found)))
      throw new OperatorKeyMissing(
        'This server cannot sign on the local chain, because chain-operator-key is missing or is another one. Restore chain-operator-key in CAIRN_DATA_DIR, or set EVM_OPERATOR_KEY.',
      );
    return found;
  });
  return {
    isEmbedded: true,
    networkName: 'Local ledger chain',
    // Its blocks are never replaced.
    confirmations: 1,
    feeMax: config.feeMax,
    pauseMinutes: config.pauseMinutes,
    request,
    requestAll: (requests) => Promise.all(requests.map(request)),
    requestJson,
    chainId,
    ...accountsOf({
      chainId,
      async readKey() {
        // Creates the chain. The key is checked against it.
        await chainId();
        return key();
      },
      requireSignable,
    }),
    close: thread.stop,
  };
}

function openExternal(
  { dataFolder, config, requireSignable }: ChainOptions,
  external: NonNullable<ChainConfig['external']>,
): Chain {
  const chain = createExternalChain(external);
  const request: Chain['request'] = ({ method, params = [] }) => chain.request(method, params as readonly unknown[]);
  return {
    isEmbedded: false,
    networkName: external.networkName,
    confirmations: external.confirmations,
    feeMax: config.feeMax,
    pauseMinutes: config.pauseMinutes,
    request,
    requestAll: (requests) => chain.requestAll(requests),
    requestJson: async (method, parameters) => JSON.stringify(await chain.request(method, parameters)),
    chainId: async () => external.chainId,
    ...accountsOf({
      chainId: async () => external.chainId,
      async readKey() {
        const key = await readOperatorKey({ configured: config.operatorKey, dataFolder });
        if (key === undefined) throw new OperatorKeyMissing('Set EVM_OPERATOR_KEY to sign transactions.');
        return key;
      },
      requireSignable,
    }),
    close: chain.close,
  };
}

/** Returns the accounts of a chain, each created once. None signs, or gives its key to a thread, while nothing may be signed. */
function accountsOf({
  chainId,
  readKey,
  requireSignable = async () => undefined,
}: {
  chainId: () => Promise<number>;
  readKey: () => Promise<`0x${string}`>;
  requireSignable: Chain['requireSignable'] | undefined;
}): Pick<Chain, 'operator' | 'account' | 'accountKey' | 'requireSignable'> {
  const create = async (purpose?: string): Promise<Operator> => {
    const [id, key, { createOperator, keyOfPurpose }] = [await chainId(), await readKey(), await loadOperator()];
    const account = createOperator(purpose === undefined ? key : keyOfPurpose(key, purpose), id);
    return {
      ...account,
      async sign(call) {
        await requireSignable();
        return account.sign(call);
      },
    };
  };
  const created = new Map<string, () => Promise<Operator>>();
  return {
    requireSignable,
    operator: once(() => create()),
    async accountKey(purpose) {
      await requireSignable();
      const [key, { keyOfPurpose }] = [await readKey(), await loadOperator()];
      return keyOfPurpose(key, purpose);
    },
    account(purpose) {
      const account = created.get(purpose) ?? once(() => create(purpose));
      created.set(purpose, account);
      return account();
    },
  };
}

/** Loaded with its curves only when a key is used. */
const loadOperator = () => import('./operator.ts');

async function addressBytes(key: `0x${string}`): Promise<Uint8Array> {
  const { addressOfKey } = await loadOperator();
  return Buffer.from(addressOfKey(key).slice(2), 'hex');
}

/** Returns `work`, run once. A failure is not cached. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= work().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
