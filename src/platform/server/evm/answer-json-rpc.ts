import { AppError, unavailable } from '#platform/contract/errors.ts';
import { BATCH_MAX, chainMethods, type JsonRpcRequest } from '#platform/contract/json-rpc.ts';
import { isOutage } from '../database/outage.ts';
import { countedNetwork } from '../http/counted-network.ts';
import type { Log } from '../log.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import type { Budget } from './embedded/engine.ts';
import { TIME_IS_UP } from './embedded/pace.ts';
import type { Chain } from './open-chain.ts';
import { isChainOutage, RpcError, rpcCodes } from './rpc-error.ts';
import { createTimeShares } from './time-shares.ts';

/** Requests of clients that the chain processes at the same time, and requests that wait for their turn. */
const RUNNING_MAX = 32;
const WAITING_MAX = 512;
/**
 * Requests of one address that wait for their turn. Further ones are refused, because their clients would have given up
 * before the answer.
 */
const WAITING_OF_ONE_MAX = 64;
/** Characters of the response to a batch. A single result has the limit of the chain. */
const RESPONSE_LENGTH_MAX = 8 * 1024 * 1024;

/**
 * Milliseconds that one call may execute, which is how long another client's call waits for it, and that all calls of a
 * batch may execute together.
 */
const CALL_MILLISECONDS_MAX = 250;
const CALLS_MILLISECONDS_MAX = 1000;

/** Answers the body of `POST /rpc` with the text of the response. Clients, named by their address, take turns; an IPv6 /64 counts as one. */
export type AnswerJsonRpc = (body: JsonRpcRequest | readonly JsonRpcRequest[], client: string) => Promise<string>;

const allowed: ReadonlySet<string> = new Set(chainMethods);
/** Methods that execute untrusted contracts. */
const executing: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas']);

/** Returns the function that answers clients from the embedded chain. */
export function createAnswerJsonRpc(chain: Chain, log: Log): AnswerJsonRpc {
  const inTurn = createTurns(RUNNING_MAX);
  // The thread runs them one after the other anyway. Here, clients take turns, so that no client waits for many calls
  // of another one.
  const callInTurn = createTurns(1);
  const shares = createTimeShares();

  /**
   * Executes a call within the remaining time of its address, and deducts the used time from the budget of its request.
   */
  async function execute(
    client: string,
    budget: Budget,
    [method, params]: readonly [string, readonly unknown[]],
  ): Promise<string> {
    const { milliseconds, usedUp } = shares.next(client, Math.min(CALL_MILLISECONDS_MAX, budget.left));
    const own: Budget = { left: milliseconds };
    try {
      return await chain.requestJson(method, params, own);
    } catch (error) {
      throw usedUp && error instanceof RpcError && error.message === TIME_IS_UP ? shareUsedUp(milliseconds) : error;
    } finally {
      budget.left -= milliseconds - own.left;
      shares.take(client, milliseconds - own.left);
    }
  }

  async function answerOne(
    { id = null, method, params = [] }: JsonRpcRequest,
    client: string,
    budget: Budget,
  ): Promise<string> {
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
    try {
      if (!chain.isEmbedded)
        throw new RpcError(
          rpcCodes.methodNotFound,
          `This server uses ${chain.networkName}. Send requests to an endpoint of that network.`,
        );
      if (!allowed.has(method))
        throw new RpcError(rpcCodes.methodNotFound, `The method ${method} is not available. See the API reference.`);
      const result = executing.has(method)
        ? await callInTurn(client, () => execute(client, budget, [method, params]))
        : await inTurn(client, () => chain.requestJson(method, params));
      return `${head}"result":${result}}`;
    } catch (error) {
      if (isUnavailable(error)) throw notNow(error);
      return `${head}"error":${JSON.stringify(toError(error, log))}}`;
    }
  }

  return async (body, client) => {
    const budget = { left: CALLS_MILLISECONDS_MAX };
    if (!Array.isArray(body)) return answerOne(body as JsonRpcRequest, client, budget);
    const parts: string[] = [];
    let length = 0;
    for (const one of body.slice(0, BATCH_MAX) as JsonRpcRequest[]) {
      const part = await answerOne(one, client, budget);
      length += part.length;
      parts.push(length <= RESPONSE_LENGTH_MAX ? part : tooLarge(one));
    }
    return `[${parts.join(',')}]`;
  };
}

const tooLarge = ({ id = null }: JsonRpcRequest) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: rpcCodes.limitExceeded, message: 'The responses of this batch are too large together.' },
  });

const shareUsedUp = (milliseconds: number) =>
  new RpcError(
    rpcCodes.limitExceeded,
    `execution aborted after ${Math.round(milliseconds)} ms: calls from your address have used up their time. Longer calls are executed again in a few seconds.`,
  );

function toError(error: unknown, log: Log) {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return { code, message, data };
  }
  log.error({ err: error }, 'the chain could not be opened');
  return { code: rpcCodes.internal, message: 'Something failed on our side.' };
}

const isUnavailable = (error: unknown) => isOutage(error) || isChainOutage(error);

/** Clients repeat a request that was answered with 503. A transaction that they send again is never executed twice. */
const notNow = (cause: unknown) =>
  new AppError(unavailable, 'The chain is not available right now. Try again in a moment.', {
    retryAfterSeconds: 1,
    cause,
  });

type Job = { readonly start: () => void; readonly refuse: () => void };

/**
 * Returns a function that runs work when it is its client's turn, at most `runningMax` at the same time. Refuses work
 * if too much waits, either of all clients or of this one.
 */
function createTurns(runningMax: number) {
  const waiting = createFairQueue<Job>(WAITING_MAX);
  let running = 0;

  function startNext(): void {
    if (running < runningMax) waiting.next()?.start();
  }

  return async function inTurn<Value>(client: string, work: () => Promise<Value>): Promise<Value> {
    await new Promise<void>((resolve, reject) => {
      const network = countedNetwork(client);
      const refuse = () =>
        reject(new RpcError(rpcCodes.limitExceeded, 'The chain has too many requests. Try again in a second.'));
      if (waiting.countOf(network) >= WAITING_OF_ONE_MAX) {
        const message = `${WAITING_OF_ONE_MAX} requests from your address already wait for the chain. Try again in a second.`;
        reject(new RpcError(rpcCodes.limitExceeded, message));
        return;
      }
      const start = () => {
        running += 1;
        resolve();
      };
      waiting.add({ start, refuse }, network)?.refuse();
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
}
