import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Address, concat, getContractAddress, type Hash, type Hex, keccak256, stringToHex } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';

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
    async sign(call) {
      const fields = fieldsOf(call, chainId);
      const { r, s, yParity = 0 } = await sign({ hash: toHex(keccak_256(serialize(fields))), privateKey: key });
      const raw = serialize([...fields, yParity, BigInt(r), BigInt(s)]);
      return { raw: toHex(raw), hash: toHex(keccak_256(raw)) };
    },
    contractAddress: (nonce) => getContractAddress({ from: account.address, nonce: BigInt(nonce) }),
  };
}

type Field = number | bigint | Uint8Array | [];

/** Returns the fields of a transaction in the order of EIP-1559, with an empty access list and without a signature. */
const fieldsOf = (call: OperatorCall, chainId: number): Field[] => [
  chainId,
  call.nonce,
  call.maxPriorityFeePerGas,
  call.maxFeePerGas,
  call.gas,
  toBytes(call.to ?? '0x'),
  call.value ?? 0n,
  toBytes(call.data),
  [],
];

const EIP_1559 = Buffer.from([2]);

/** Works on bytes: viem, with hex digits and an older keccak, takes three times as long for a settlement of 20 kB. */
const serialize = (fields: Field[]): Buffer => Buffer.concat([EIP_1559, RLP.encode(fields)]);

const toBytes = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
const toHex = (bytes: Uint8Array): Hex =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

/**
 * Returns the private key of one purpose: the keccak-256 of the operator's key and the name. The operator's key cannot
 * be derived from it.
 */
export const keyOfPurpose = (key: Hex, purpose: string): Hex => keccak256(concat([key, stringToHex(purpose)]));

export const addressOfKey = (key: Hex): Address => privateKeyToAccount(key).address;
