import type { Common } from '@ethereumjs/common';
import { Capability, createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import { type RpcError, rejected } from '../rpc-error.ts';
import type { SignedTransaction } from './build-block.ts';
import { TRANSACTION_GAS_MAX } from './chain-rules.ts';

/** The largest transaction that other clients accept. */
export const TRANSACTION_BYTES_MAX = 128 * 1024;

/** The first byte of an RLP list: a transaction without a type. */
const LIST = 0xc0;
const LEGACY = 0;
const FEE_MARKET = 2;

/**
 * Parses a signed transaction and recovers its sender. Accepts legacy transactions with a chain id, and types 1 and 2.
 * @throws RpcError if no state could allow it
 */
export function decodeTransaction(raw: Uint8Array, rules: Common): SignedTransaction {
  if (raw.length > TRANSACTION_BYTES_MAX)
    throw rejected(`oversized data: a transaction has at most ${TRANSACTION_BYTES_MAX} bytes`);
  const type = (raw[0] ?? 0) >= LIST ? LEGACY : raw[0];
  if (raw.length === 0 || type === undefined || type > FEE_MARKET)
    throw rejected('transaction type not supported: send a legacy transaction, or one of type 1 or 2');
  const transaction = parse(raw, rules);
  if (!transaction.isSigned()) throw rejected('invalid transaction: it is not signed');
  if (type === LEGACY && !transaction.supports(Capability.EIP155ReplayProtection))
    throw rejected('only replay-protected transactions are accepted: sign with the chain id (EIP-155)');
  if (transaction.gasLimit > TRANSACTION_GAS_MAX)
    throw rejected(`transaction gas limit too high: at most ${TRANSACTION_GAS_MAX} (EIP-7825)`);
  try {
    const [problem] = transaction.getValidationErrors();
    if (problem !== undefined) throw invalid(problem);
    return { transaction, sender: transaction.getSenderAddress(), hash: transaction.hash() };
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

function parse(raw: Uint8Array, rules: Common): TypedTransaction {
  try {
    return createTxFromRLP(raw, { common: rules });
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

/** The library's messages end with a description of the transaction. */
const invalid = (reason: string): RpcError => rejected(`invalid transaction: ${reason.split(' (tx type')[0]}`);
