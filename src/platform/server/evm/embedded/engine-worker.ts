import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../clock.ts';
import { type ConnectionOptions, openDatabase } from '../../database/database.ts';
import { isOutage } from '../../database/outage.ts';
import { AWAITED_WORK, yieldToRequests } from '../../threads/yield-to-requests.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { type Budget, openEngine } from './engine.ts';

export type EngineThreadData = {
  readonly connection: ConnectionOptions;
  /** The account that a new chain funds. */
  readonly operator: Uint8Array | undefined;
};

/** A message to the thread: a request, or a request to end once the block in progress is durable. */
export type EngineRequest =
  | {
      readonly id: number;
      readonly method: string;
      readonly parameters: readonly unknown[];
      readonly budget?: Budget | undefined;
    }
  | 'stop';

/** A message from the thread: the JSON of a result, a refusal, or a failure for the log. */
export type EngineMessage =
  | { readonly id: number; readonly result: string; readonly left?: number | undefined }
  | {
      readonly id: number;
      readonly error: { code: number; message: string; data: string | undefined };
      readonly left?: number | undefined;
    }
  | { readonly failure: string };

/** Characters of a result's JSON. */
const RESULT_LENGTH_MAX = 8 * 1024 * 1024;
/** One for blocks, the others for reads. */
const CONNECTIONS = 3;

yieldToRequests(AWAITED_WORK);
const { connection, operator } = workerData as EngineThreadData;
const send = (message: EngineMessage) => parentPort?.postMessage(message);
const reportFailure = (error: unknown) => send({ failure: (error as Error).stack ?? String(error) });
const database = openDatabase(connection, { size: CONNECTIONS, onConnectionError: () => undefined });
const engine = await openEngine({ database, operator, clock: systemClock, onFailure: reportFailure });

parentPort?.on('message', async (request: EngineRequest) => {
  if (request === 'stop') {
    await engine.stop();
    await database.destroy();
    parentPort?.close();
    return;
  }
  const { id, method, parameters, budget } = request;
  try {
    const result = JSON.stringify(await engine.request(method, parameters, budget));
    if (result.length > RESULT_LENGTH_MAX)
      throw new RpcError(rpcCodes.limitExceeded, 'The result is too large. Ask for less in one request.');
    send({ id, result, left: budget?.left });
  } catch (error) {
    const failure = error instanceof RpcError ? error : isOutage(error) ? lost : unexpected;
    if (failure === unexpected) reportFailure(error);
    const { code, message, data } = failure;
    send({ id, error: { code, message, data }, left: budget?.left });
  }
});

const unexpected = new RpcError(rpcCodes.internal, 'Something failed on our side.');
const lost = new RpcError(rpcCodes.unavailable, 'The database is not available right now.');
