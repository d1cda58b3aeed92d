import type { Payments } from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { deployContract, findDeployed } from '#platform/server/evm/deploy-contract.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Operator } from '#platform/server/evm/operator.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import type { Log } from '#platform/server/log.ts';
import { createGasPrice } from './gas-price.ts';
import { keepFunded } from './keep-funded.ts';
import { SENDER } from './sender.ts';
import { createSettlementSigner, type SettlementSigner } from './sign-on-thread.ts';

type Hex = `0x${string}`;

/** The market's interface to its network. Addresses are in lower case. */
export type MarketContracts = {
  readonly chainId: number;
  /** The shares of all properties (ERC-1155). */
  readonly shares: Hex;
  /** The contract that settles their trades. */
  readonly market: Hex;
  /** The market's own account, which numbers its calls. */
  readonly sender: Operator;
  /** Signs settlements with that account. */
  readonly signer: SettlementSigner;
};

/** What is needed to sign a call. */
export type Readiness = MarketContracts & {
  readonly maxFeePerGas: bigint;
  readonly networkName: string;
  /** How long calls may wait for the network before new orders are refused. */
  readonly pauseMinutes: number;
};

export type MarketChain = {
  readonly chain: Chain;
  /**
   * Returns the contracts, and deploys them on first need. Checked once for each process.
   *
   * @throws AppError `server.unavailable`
   */
  find(): Promise<MarketContracts>;
  /**
   * Returns the contracts with what a call may pay for a unit of gas, in wei: four times what it cost within the last seconds.
   *
   * @throws AppError `server.unavailable`
   */
  ready(): Promise<Readiness>;
};

type Services = {
  readonly database: Database;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  /** The contracts whose calls the transaction pages describe in words. */
  readonly namedContracts: Payments['digital']['namedContracts'];
};

/** Opens the contracts of the market on this installation's network. */
export function openMarketChain(services: Services): MarketChain {
  const { chain, database, log } = services;
  const gasPrice = createGasPrice(chain, database);
  let finding: Promise<MarketContracts> | undefined;
  let known: MarketContracts | undefined;
  let isFailing = false;
  function find(): Promise<MarketContracts> {
    finding ??= prepare(services).then(
      (found) => {
        isFailing = false;
        known = found;
        return found;
      },
      (cause: unknown) => {
        finding = undefined;
        if (!isFailing) log.error({ err: cause }, 'the contracts of the share market cannot be used');
        isFailing = true;
        // Such as the refusal to sign.
        throw cause instanceof AppError ? cause : networkAway(chain, cause);
      },
    );
    return finding;
  }
  return {
    chain,
    find,
    async ready() {
      known ??= await findStored(services);
      const contracts = known ?? (await find());
      try {
        const { networkName, pauseMinutes } = chain;
        return { ...contracts, networkName, pauseMinutes, maxFeePerGas: await gasPrice() };
      } catch (cause) {
        throw networkAway(chain, cause);
      }
    },
  };
}

/**
 * Reads the contracts that were deployed and seen on the network, without a request to it: while it is away, calls are signed and wait. The sender
 * checks the contracts before it sends anything.
 */
async function findStored({ database, chain }: Services): Promise<MarketContracts | undefined> {
  const { sender, deployShares, deployMarket } = await describeContracts(chain);
  const shares = await findDeployed({ database, chain }, deployShares);
  const market = shares && (await findDeployed({ database, chain }, deployMarket(shares)));
  return shares && market && toContracts(chain, sender, shares, market);
}

const toContracts = async (chain: Chain, sender: Operator, shares: Hex, market: Hex): Promise<MarketContracts> => ({
  chainId: await chain.chainId(),
  shares: shares.toLowerCase() as Hex,
  market: market.toLowerCase() as Hex,
  sender,
  signer: createSettlementSigner(chain, SENDER),
});

/** Loaded on first need: most processes never trade. */
const load = () =>
  Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
    import('#contracts/artifacts/share-market.gen.ts'),
  ]);

async function describeContracts(chain: Chain) {
  const [{ encodeDeployData }, { propertyShares }, { shareMarket }] = await load();
  const { address: operator } = await chain.operator();
  const sender = await chain.account(SENDER);
  const creationCode = encodeDeployData({ ...propertyShares, args: [operator, sender.address] });
  return {
    sender,
    deployShares: { name: 'property-shares', creationCode },
    deployMarket: (shares: Hex) => ({
      name: 'share-market',
      creationCode: encodeDeployData({ ...shareMarket, args: [operator, sender.address, shares] }),
    }),
  };
}

async function prepare({ database, chain, clock, publicUrl, namedContracts }: Services): Promise<MarketContracts> {
  const [{ createPublicClient, custom, encodeFunctionData, zeroAddress }, { propertyShares }, { shareMarket }] =
    await load();
  const { sender, deployShares, deployMarket } = await describeContracts(chain);
  const shares = await deployContract({ database, chain, clock }, deployShares);
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  const metadata = `${publicUrl}/api/nft/metadata/`;
  const uri = await client.readContract({ address: shares, abi: propertyShares.abi, functionName: 'uri', args: [0n] });
  if (uri !== `${metadata}0`) {
    const data = encodeFunctionData({ abi: propertyShares.abi, functionName: 'setUriPrefix', args: [metadata] });
    await sendAsOperator(chain, { to: shares, data, gas: 200_000n });
  }
  const market = await deployContract({ database, chain, clock }, deployMarket(shares));
  const known = await client.readContract({ address: shares, abi: propertyShares.abi, functionName: 'market' });
  if (known === zeroAddress) {
    const data = encodeFunctionData({ abi: propertyShares.abi, functionName: 'setMarket', args: [market] });
    await sendAsOperator(chain, { to: shares, data, gas: 200_000n });
  }
  await keepFunded(chain);
  namedContracts.set(shares.toLowerCase(), { contract: 'Property shares', abi: propertyShares.abi });
  namedContracts.set(market.toLowerCase(), { contract: 'Share market', abi: shareMarket.abi });
  return toContracts(chain, sender, shares, market);
}

/** The refusal of a request that needs the network while it does not answer. */
export const networkAway = (chain: Chain, cause: unknown) =>
  new AppError(
    unavailable,
    `${chain.networkName} is not available right now. Nothing was recorded. Try again in a moment.`,
    {
      retryAfterSeconds: 5,
      cause,
    },
  );
