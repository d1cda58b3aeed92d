/** Codes of JSON-RPC 2.0 and of Ethereum's EIP-1474. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The chain refused the transaction, or the call failed without a revert. */
  rejected: -32000,
  unavailable: -32002,
  limitExceeded: -32005,
  /** The contract reverted. `data` has the returned bytes. */
  reverted: 3,
} as const;

/** The refusal of a JSON-RPC request. Its fields are those of the response. */
export class RpcError extends Error {
  readonly code: number;
  /** The bytes that a contract returned with its revert, as hex. */
  readonly data: string | undefined;

  constructor(code: number, message: string, options: { data?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'RpcError';
    this.code = code;
    this.data = options.data;
  }
}

/** Reports whether a request failed because the chain or its database is unreachable. */
export const isChainOutage = (error: unknown): boolean =>
  error instanceof RpcError && error.code === rpcCodes.unavailable;

/** Reports whether a transaction was refused because another one of its account has its nonce. */
export const isNonceUsed = (error: unknown): boolean =>
  error instanceof RpcError && /nonce too low/i.test(error.message);

/**
 * Reports whether a transaction was refused because its nonce is not the next one of its account: another transaction
 * has it, or an earlier one was refused.
 */
export const isNonceLost = (error: unknown): boolean =>
  error instanceof RpcError && /nonce too (low|high)/i.test(error.message);

export const invalidParams = (message: string) => new RpcError(rpcCodes.invalidParams, message);
export const rejected = (message: string) => new RpcError(rpcCodes.rejected, message);

/** Reports whether the chain did not answer or refused the request. Recognizes errors that viem wrapped. */
export function isChainFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof RpcError) return true;
  return false;
}
