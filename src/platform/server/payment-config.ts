import { z } from 'zod';

type Hex = `0x${string}`;

const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
  .transform((address) => address.toLowerCase() as Hex)
  .optional();

/** The variables of payments on an Ethereum chain. The embedded chain needs none. */
export const paymentVariables = { EVM_USDC: Address, EVM_TAX_ROUTER: Address, EVM_TREASURY: Address };

/** Addresses in lower case; undefined if not configured. */
export type PaymentAddresses = {
  readonly usdc: Hex | undefined;
  readonly router: Hex | undefined;
  /** The recipient of the money; undefined on the embedded chain: the account of the operator. */
  readonly treasury: Hex | undefined;
};

type Variables = z.output<z.ZodObject<typeof paymentVariables>> & { readonly EVM_RPC_URL?: string | undefined };

/** Returns the addresses of payments. Adds inconsistencies to `problems`. */
export function readPaymentAddresses(variables: Variables, problems: string[]): PaymentAddresses {
  const { EVM_USDC: usdc, EVM_TAX_ROUTER: router, EVM_TREASURY: treasury } = variables;
  if (variables.EVM_RPC_URL === undefined && (usdc !== undefined || router !== undefined))
    problems.push('EVM_RPC_URL: is required with EVM_USDC and EVM_TAX_ROUTER. The local chain deploys its own');
  const configured = [usdc, router, treasury].filter((address) => address !== undefined).length;
  if (variables.EVM_RPC_URL !== undefined && configured > 0 && configured < 3)
    problems.push('EVM_USDC, EVM_TAX_ROUTER, EVM_TREASURY: set all three, or none');
  return { usdc, router, treasury };
}
