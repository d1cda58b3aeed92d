import { z } from 'zod';
import { route } from './route.ts';

/** Requests in one batch. */
export const BATCH_MAX = 20;

/** The methods that `POST /rpc` answers. There are none for accounts, debugging, mining or administration. */
export const chainMethods = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
] as const;

const Id = z.union([z.string().max(200), z.number(), z.null()]);

const JsonRpcRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: Id.optional().describe('Returned with the response.'),
  method: z
    .string()
    .max(100)
    .describe(`One of ${chainMethods.join(', ')}.`),
  params: z.array(z.unknown()).max(20).optional(),
});
export type JsonRpcRequest = z.infer<typeof JsonRpcRequest>;

const JsonRpcResponse = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: Id,
  result: z.unknown().optional(),
  error: z
    .strictObject({
      code: z.int().describe('-32601 for a method that is not available, 3 with `data` if a contract reverted.'),
      message: z.string(),
      data: z.string().optional(),
    })
    .optional(),
});

/** The chain of this installation, for wallets and libraries. */
export const callChain = route({
  method: 'POST',
  path: '/rpc',
  tag: 'Chain',
  summary: 'Call the local Ethereum chain',
  description: `Answers JSON-RPC 2.0 requests as the Ethereum specification describes them, one or a batch of up to ${BATCH_MAX}. A failed request has status 200 and an \`error\`. \`eth_sendRawTransaction\` answers once the block is durable. If the server uses another chain, every method is refused: use the endpoint of that chain.`,
  access: 'public',
  cost: 'heavy',
  body: z.union([JsonRpcRequest, z.array(JsonRpcRequest).min(1).max(BATCH_MAX)]),
  response: z.union([JsonRpcResponse, z.array(JsonRpcResponse)]),
  // A transaction has at most 128 KiB, which are twice as many hex digits.
  bodyLimitBytes: 288 * 1024,
});
