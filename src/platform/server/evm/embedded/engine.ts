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
import { createPace } from './pace.ts';
import type { Parameters } from './parameters.ts';
import { createBlockProducer } from './produce-blocks.ts';

export type Engine = {
  readonly chainId: number;
  /**
   * Answers a request of the Ethereum JSON-RPC specification. A sent transaction is answered once its block is durable. With a
   * `budget`, a call waits for its turn, and takes its time off the budget.
   * @throws RpcError
   */
  request(method: string, parameters: Parameters, budget?: Budget): Promise<unknown>;
  stop(): Promise<void>;
};

/** The remaining milliseconds for untrusted calls. */
export type Budget = { left: number };

export type EngineOptions = {
  readonly database: Database;
  /** The account that a new chain funds. Not needed for a chain that exists. */
  readonly operator: Uint8Array | undefined;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
};

/** The time limit of a call by this server, which calls contracts that it deployed. */
const OWN_MILLISECONDS_MAX = 20_000;
/**
 * Methods that execute code. External calls run one after the other, in slices. Blocks and reads run between two
 * slices.
 */
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
    async request(method, parameters, budget) {
      const answer = methods.get(method);
      if (answer === undefined) throw new RpcError(rpcCodes.methodNotFound, `The method ${method} is not available.`);
      try {
        const run = async () => {
          if (EXECUTING.has(method)) await producer.pass();
          const pace = createPace(budget?.left ?? OWN_MILLISECONDS_MAX, producer);
          try {
            return await answer(parameters, pace);
          } finally {
            if (budget !== undefined && EXECUTING.has(method)) budget.left = Math.max(0, budget.left - pace.used());
          }
        };
        return await (EXECUTING.has(method) && budget !== undefined ? inTurn(run) : run());
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
