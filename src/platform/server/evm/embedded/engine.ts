import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { isOutage } from '../../database/outage.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { buildGenesis } from './build-block.ts';
import { insertChain, readChain } from './chain-rows.ts';
import { CHAIN_ID_END, CHAIN_ID_MIN, createRules } from './chain-rules.ts';
import { createMethods } from './methods.ts';
import { createNodeStore } from './node-store.ts';
import type { ChainFiles } from './open-state.ts';
import type { Parameters } from './parameters.ts';
import { createBlockProducer } from './produce-blocks.ts';

export type Engine = {
  readonly chainId: number;
  /**
   * Answers a request of the Ethereum JSON-RPC specification. A sent transaction is answered once its block is durable.
   * @throws RpcError
   */
  request(method: string, parameters: Parameters): Promise<unknown>;
  stop(): Promise<void>;
};

export type EngineOptions = {
  readonly database: Database;
  /** The account that a new chain funds. Not needed for a chain that exists. */
  readonly operator: Uint8Array | undefined;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
};

/** Methods that execute code, one after the other: each has the processor to itself, and blocks get their turn in between. */
const EXECUTING = new Set(['eth_call', 'eth_estimateGas']);

/** Opens the chain of a database, and creates it if there is none. */
export async function openEngine({ database, operator, clock, onFailure }: EngineOptions): Promise<Engine> {
  const chainId = await openChain(database, operator, clock);
  const files: ChainFiles = { database, rules: createRules(chainId), nodes: createNodeStore(database) };
  const producer = createBlockProducer(files, clock, onFailure);
  const methods = createMethods(files, producer);
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const result = turn.then(() => nextTurn()).then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  return {
    chainId,
    async request(method, parameters) {
      const answer = methods.get(method);
      if (answer === undefined) throw new RpcError(rpcCodes.methodNotFound, `The method ${method} is not available.`);
      try {
        return await (EXECUTING.has(method) ? inTurn(() => answer(parameters)) : answer(parameters));
      } catch (error) {
        throw toRpcError(error, onFailure);
      }
    },
    stop: producer.stop,
  };
}

function toRpcError(error: unknown, onFailure: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  // An outage fails every request. The caller reports it.
  if (isOutage(error))
    return new RpcError(rpcCodes.unavailable, 'The database is not available right now. Try again in a few seconds.');
  onFailure(error);
  return new RpcError(rpcCodes.internal, 'Something failed on our side.');
}

async function openChain(database: Database, operator: Uint8Array | undefined, clock: Clock): Promise<number> {
  const existing = await readChain(database);
  if (existing !== undefined) return existing.chainId;
  if (operator === undefined) throw new Error('A new chain needs the account of its operator');
  const chainId = randomInt(CHAIN_ID_MIN, CHAIN_ID_END);
  const files = { database, rules: createRules(chainId), nodes: createNodeStore(database) };
  const genesis = await buildGenesis(files, operator, Math.floor(clock() / 1000));
  await insertChain(database, { chainId, operator }, genesis);
  // Another process may have created it first.
  return (await readChain(database))?.chainId ?? chainId;
}
