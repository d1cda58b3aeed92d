import type { Block } from '../block.ts';
import { ProofError } from '../proof-error.ts';
import type { LogFault } from './log-fault.ts';
import {
  createLogVerifier,
  type LogVerdict,
  type LogVerifierOptions,
  malformedBlock,
  type StoredBlock,
} from './log-verifier.ts';

/** Options of `verifyLog`. */
export interface VerifyLogOptions extends LogVerifierOptions {
  /** Called with the number of blocks verified so far, after every `progressInterval` of them (default 10,000). */
  readonly onProgress?: (size: number) => void;
  readonly progressInterval?: number;
}

/**
 * Resolves to `ok` only if the whole log is valid (see `createLogVerifier`), otherwise to the first bad index and the
 * reason. Reads one block at a time and stops at the first fault, so memory use is constant.
 * A `ProofError` thrown by the source, such as a malformed bundle, is a fault of the log; other errors pass through.
 * @throws ProofError only for impossible options, like `createLogVerifier`
 */
export async function verifyLog(
  blocks: AsyncIterable<Block | StoredBlock> | Iterable<Block | StoredBlock>,
  options: VerifyLogOptions = {},
): Promise<LogVerdict | LogFault> {
  const { onProgress, progressInterval = 10_000 } = options;
  const verifier = createLogVerifier(options);
  let size = Number(options.from?.range.size ?? 0n);
  try {
    for await (const block of blocks) {
      const fault = verifier.push(block);
      if (fault !== undefined) return fault;
      size += 1;
      if (size % progressInterval === 0) onProgress?.(size);
    }
  } catch (error) {
    if (error instanceof ProofError) return malformedBlock(size, error);
    throw error;
  }
  return verifier.finish();
}
