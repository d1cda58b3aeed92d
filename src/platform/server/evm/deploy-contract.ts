import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { type ContractKey, confirmContract, deleteUnconfirmed, insertContract, readContract } from './contract-rows.ts';
import type { Chain } from './open-chain.ts';
import { isNonceUsed, RpcError } from './rpc-error.ts';

type Hex = `0x${string}`;

export type Deployment = {
  /** The name of the contract in this installation. */
  readonly name: string;
  /** The bytecode with the encoded arguments of the constructor. */
  readonly creationCode: Hex;
};

/** Thrown if the code of a contract is not the one that this installation deployed, or if the deployment failed. */
export class DeploymentFailed extends Error {}

/** Other calls of the account may take the nonce each time, such as those of the sample faucet. */
const ATTEMPTS_MAX = 20;
const POLL_MILLISECONDS = 1000;
const POLLS_MAX = 300;

/**
 * Returns the address of a contract, and deploys it on the first call. Safe to repeat, also after a crash and by several
 * processes: the signed transaction is stored before it is sent, and only the stored one is ever sent.
 * @throws DeploymentFailed if the code at the address is not the deployed one, or the deployment fails
 */
export async function deployContract(
  { database, chain, clock }: { database: Database; chain: Chain; clock: Clock },
  { name, creationCode }: Deployment,
): Promise<Hex> {
  const key: ContractKey = {
    chainId: await chain.chainId(),
    name,
    creationHash: createHash('sha256').update(bytesOf(creationCode)).digest(),
  };
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const stored = await readContract(database, key);
    if (stored === undefined) {
      await insertContract(database, key, await signDeployment(chain, creationCode), new Date(clock()).toISOString());
      continue;
    }
    const address = hexOf(stored.address);
    if (stored.codeHash === null && !(await isDeployed(chain, hexOf(stored.transactionHash), hexOf(stored.raw)))) {
      // Another transaction of the account took its nonce.
      await deleteUnconfirmed(database, key, stored.transactionHash);
      continue;
    }
    const code = (await chain.request({ method: 'eth_getCode', params: [address, 'latest'] })) as Hex;
    if (code === '0x') throw new DeploymentFailed(`There is no code of ${name} at ${address}.`);
    const found = keccak_256(bytesOf(code));
    if (stored.codeHash === null) await confirmContract(database, key, found);
    else if (!Buffer.from(found).equals(stored.codeHash))
      throw new DeploymentFailed(`The code of ${name} at ${address} is not the one that was deployed.`);
    return address;
  }
  throw new DeploymentFailed(`${name} was not deployed: other transactions of the operator's account took its place.`);
}

/**
 * Returns the address of a contract whose deployment was seen on the chain, without a request to the chain. Undefined:
 * it must be deployed.
 */
export async function findDeployed(
  { database, chain }: { database: Database; chain: Chain },
  { name, creationCode }: Deployment,
): Promise<Hex | undefined> {
  const creationHash = createHash('sha256').update(bytesOf(creationCode)).digest();
  const stored = await readContract(database, { chainId: await chain.chainId(), name, creationHash });
  return stored === undefined || stored.codeHash === null ? undefined : hexOf(stored.address);
}

async function signDeployment(chain: Chain, data: Hex) {
  const operator = await chain.operator();
  const ask = async (method: string, ...params: unknown[]) =>
    BigInt((await chain.request({ method, params })) as string);
  const nonce = Number(await ask('eth_getTransactionCount', operator.address, 'pending'));
  const gas = await ask('eth_estimateGas', { from: operator.address, data }, 'latest');
  const tip = await ask('eth_maxPriorityFeePerGas');
  // The base fee may double before the transaction is in a block. Only the base fee of that block is paid.
  const maxFeePerGas = 2n * (await ask('eth_gasPrice')) + tip;
  const call = { to: undefined, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas: tip };
  const { raw, hash } = await operator.sign(call);
  return { address: bytesOf(operator.contractAddress(nonce)), raw: bytesOf(raw), transactionHash: bytesOf(hash) };
}

/** Sends the transaction and waits for its block. Returns false if its nonce was used by another one. */
async function isDeployed(chain: Chain, hash: Hex, raw: Hex): Promise<boolean> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const receipt = (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      status: Hex;
    } | null;
    if (receipt?.status === '0x1') return true;
    if (receipt !== null) throw new DeploymentFailed(`The deployment ${hash} failed.`);
    if (await isUsed(chain, raw))
      return (await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })) !== null;
    if (!chain.isEmbedded) await pause(POLL_MILLISECONDS);
  }
  throw new DeploymentFailed(`The deployment ${hash} is not in a block yet. It is tried again at the next start.`);
}

/** Sends the transaction, and reports whether its nonce was used by another one. */
async function isUsed(chain: Chain, raw: Hex): Promise<boolean> {
  try {
    await chain.request({ method: 'eth_sendRawTransaction', params: [raw] });
    return false;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (/already known|already imported/i.test(error.message)) return false;
    if (isNonceUsed(error)) return true;
    throw error;
  }
}

const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
