import { type Address, concat, getContractAddress, type Hash, type Hex, keccak256, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A transaction of the operator's account. Amounts are in wei. */
export type OperatorCall = {
  /** Undefined: creates a contract from `data`. */
  readonly to: Address | undefined;
  readonly data: Hex;
  readonly value?: bigint;
  readonly nonce: number;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
};

export type SignedCall = {
  /** The argument of `eth_sendRawTransaction`. */
  readonly raw: Hex;
  /** The hash of the transaction, which is final once it is signed. */
  readonly hash: Hash;
};

/** The account with which this installation deploys and calls contracts. */
export type Operator = {
  readonly address: Address;
  /**
   * Signs a call for a position in the account's sequence. The same call results in the same bytes (RFC 6979). Sends
   * nothing.
   */
  sign(call: OperatorCall): Promise<SignedCall>;
  /** Returns the address of the contract that the transaction with this nonce creates. */
  contractAddress(nonce: number): Address;
};

/** Returns the account of a private key on one chain. */
export function createOperator(key: Hex, chainId: number): Operator {
  const account = privateKeyToAccount(key);
  return {
    address: account.address,
    async sign({ to, ...call }) {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        ...(to === undefined ? {} : { to }),
        ...call,
      });
      return { raw, hash: keccak256(raw) };
    },
    contractAddress: (nonce) => getContractAddress({ from: account.address, nonce: BigInt(nonce) }),
  };
}

/**
 * Returns the private key of one purpose: the keccak-256 of the operator's key and the name. The operator's key cannot
 * be derived from it.
 */
export const keyOfPurpose = (key: Hex, purpose: string): Hex => keccak256(concat([key, stringToHex(purpose)]));

export const addressOfKey = (key: Hex): Address => privateKeyToAccount(key).address;
