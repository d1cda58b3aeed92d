import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { deployContract } from '#platform/server/evm/deploy-contract.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import type { PaymentAddresses } from '#platform/server/payment-config.ts';

type Hex = `0x${string}`;

/** The contracts that payments go through, and the account that receives them. Addresses are in lower case. */
export type DigitalContracts = {
  readonly chainId: number;
  readonly router: Hex;
  readonly usdc: Hex;
  readonly treasury: Hex;
};

export type ContractsOfChain = {
  /**
   * Returns the contracts, checked once for each process. On the embedded chain, deploys them on first need.
   *
   * @throws AppError `server.unavailable`
   */
  find(): Promise<DigitalContracts>;
  /** Returns why payments cannot go through them, or undefined if no problem is known. */
  problem(): string | undefined;
};

export type ContractServices = {
  readonly database: Database;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly log: Log;
  readonly demo: boolean;
  readonly addresses: PaymentAddresses;
};

/** Returns the contracts of an installation: those it deploys on the embedded chain, or the configured ones of another chain. */
export function contractsOfChain(services: ContractServices): ContractsOfChain {
  const { chain, demo, addresses, log } = services;
  let found: Promise<DigitalContracts> | undefined;
  let failure: string | undefined;
  const work = () => (chain.isEmbedded ? deployed(services) : configured(services));
  return {
    find() {
      found ??= work().then(
        (contracts) => {
          failure = undefined;
          return contracts;
        },
        (cause: unknown) => {
          found = undefined;
          if (cause instanceof WrongContract) failure = cause.message;
          log.error({ err: cause }, 'the payment contracts cannot be used');
          throw new AppError(unavailable, `${chain.networkName} is not available right now. Try again in a moment.`, {
            retryAfterSeconds: 5,
            cause,
          });
        },
      );
      return found;
    },
    problem() {
      // Outside of the demo, free tokens of the embedded chain would pay real taxes.
      if (chain.isEmbedded && !demo) return 'Not offered: no Ethereum network is connected to this server.';
      const { usdc, router, treasury } = addresses;
      if (!chain.isEmbedded && (usdc === undefined || router === undefined || treasury === undefined))
        return `Not offered: the contracts on ${chain.networkName} are not configured.`;
      return failure === undefined ? undefined : 'Not offered: the contracts need the attention of the operator.';
    },
  };
}

/** A configured contract that is not the expected one. */
class WrongContract extends Error {}

async function deployed({ database, chain, clock, addresses }: ContractServices): Promise<DigitalContracts> {
  const [{ encodeDeployData }, { sampleUsdc }, { taxRouter }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/sample-usdc.gen.ts'),
    import('#contracts/artifacts/tax-router.gen.ts'),
  ]);
  const { address: operator } = await chain.operator();
  const treasury = addresses.treasury ?? lower(operator);
  const deploy = (name: string, creationCode: Hex) =>
    deployContract({ database, chain, clock }, { name, creationCode });
  const usdc = await deploy('sample-usdc', encodeDeployData({ ...sampleUsdc, args: [operator] }));
  const router = await deploy('tax-router', encodeDeployData({ ...taxRouter, args: [treasury, usdc] }));
  return { chainId: await chain.chainId(), router: lower(router), usdc: lower(usdc), treasury };
}

async function configured({ chain, addresses }: ContractServices): Promise<DigitalContracts> {
  const { usdc, router, treasury } = addresses;
  if (usdc === undefined || router === undefined || treasury === undefined)
    throw new WrongContract('EVM_USDC, EVM_TAX_ROUTER and EVM_TREASURY must be set.');
  const [{ createPublicClient, custom }, { sampleUsdc }, { taxRouter }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/sample-usdc.gen.ts'),
    import('#contracts/artifacts/tax-router.gen.ts'),
  ]);
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  for (const [name, address] of [
    ['EVM_USDC', usdc],
    ['EVM_TAX_ROUTER', router],
  ] as const)
    if ((await client.getCode({ address })) === undefined)
      throw new WrongContract(`${name}: no contract was found at ${address} on ${chain.networkName}.`);
  const decimals = await client.readContract({ address: usdc, abi: sampleUsdc.abi, functionName: 'decimals' });
  if (decimals !== 6) throw new WrongContract(`EVM_USDC: the token has ${decimals} decimals, and USDC has 6.`);
  const read = (functionName: 'usdc' | 'treasury') =>
    client.readContract({ address: router, abi: taxRouter.abi, functionName });
  if (lower(await read('usdc')) !== usdc) throw new WrongContract('EVM_TAX_ROUTER: its token is not EVM_USDC.');
  if (lower(await read('treasury')) !== treasury)
    throw new WrongContract('EVM_TAX_ROUTER: it pays another account than EVM_TREASURY.');
  return { chainId: await chain.chainId(), router, usdc, treasury };
}

const lower = (address: string) => address.toLowerCase() as Hex;
