import { z } from 'zod';
import { KEY_PATTERN } from './operator-key.ts';

/** The variables of the Ethereum chain. Without them the embedded chain is used. */
export const chainVariables = {
  EVM_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  EVM_CHAIN_ID: z.coerce.number<string>().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  EVM_NETWORK_NAME: z.string().min(1).max(60).optional(),
  EVM_CONFIRMATIONS: z.coerce.number<string>().int().min(1).max(10_000).default(12),
  EVM_FEE_MAX_GWEI: z.coerce.number<string>().int().min(1).max(1_000_000).default(500),
  EVM_PAUSE_MINUTES: z.coerce.number<string>().int().min(1).max(10_000).default(10),
  EVM_OPERATOR_KEY: z.string().regex(KEY_PATTERN, 'must be 0x and 64 hex digits').optional(),
};

export const chainSecrets = ['EVM_RPC_URL', 'EVM_OPERATOR_KEY'] as const;

export type ChainConfig = {
  /** Undefined: the embedded chain. */
  readonly external:
    | {
        /** Secret, because it contains the provider's access key. */
        readonly url: string;
        readonly chainId: number;
        readonly networkName: string;
        readonly confirmations: number;
      }
    | undefined;
  /** The highest price of a unit of gas that a waiting call may pay, in wei. */
  readonly feeMax: bigint;
  /** How long calls may wait for the network before dependent work pauses. */
  readonly pauseMinutes: number;
  /** The private key of the operator's account; undefined: the file `chain-operator-key` in the data folder. */
  readonly operatorKey: string | undefined;
};

type Variables = z.output<z.ZodObject<typeof chainVariables>>;

/** Returns the configuration of the chain. Adds inconsistencies to `problems`. */
export function readChainConfig(variables: Variables, problems: string[]): ChainConfig {
  const { EVM_RPC_URL: url, EVM_CHAIN_ID: chainId, EVM_NETWORK_NAME: networkName } = variables;
  if (url === undefined && (chainId !== undefined || networkName !== undefined))
    problems.push('EVM_RPC_URL: is required with EVM_CHAIN_ID and EVM_NETWORK_NAME');
  if (url !== undefined && chainId === undefined)
    problems.push('EVM_CHAIN_ID: is required with EVM_RPC_URL: the number of the network, for example 8453 for Base');
  if (url !== undefined && networkName === undefined)
    problems.push('EVM_NETWORK_NAME: is required with EVM_RPC_URL: pages show it beside every hash, for example Base');
  if (url !== undefined && variables.EVM_OPERATOR_KEY === undefined)
    problems.push('EVM_OPERATOR_KEY: is required with EVM_RPC_URL: the account that pays for transactions');
  return {
    external:
      url === undefined
        ? undefined
        : {
            url,
            chainId: chainId ?? 0,
            networkName: networkName ?? '',
            confirmations: variables.EVM_CONFIRMATIONS,
          },
    feeMax: BigInt(variables.EVM_FEE_MAX_GWEI) * 10n ** 9n,
    pauseMinutes: variables.EVM_PAUSE_MINUTES,
    operatorKey: variables.EVM_OPERATOR_KEY,
  };
}
