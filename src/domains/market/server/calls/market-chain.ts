import type { Payments } from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { deployContract } from '#platform/server/evm/deploy-contract.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Operator } from '#platform/server/evm/operator.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import type { Log } from '#platform/server/log.ts';
import { keepFunded } from './keep-funded.ts';
import { createSettlementSigner, type SettlementSigner } from './sign-on-thread.ts';

type Hex = `0x${string}`;

/** What the market needs of its network. Addresses are in lower case. */
export type MarketContracts = {
  readonly chainId: number;
  /** The shares of all properties (ERC-1155). */
  readonly shares: Hex;
  /** What settles their trades. */
  readonly market: Hex;
  /** The market's own account, in whose sequence its calls are. */
  readonly sender: Operator;
  /** Signs in its name what settles trades. */
  readonly signer: SettlementSigner;
};

/** What signing a call takes. */
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
  /** Where the pages of transactions find the contracts that they put in words. */
  readonly namedContracts: Payments['digital']['namedContracts'];
};

/** The purpose of the account in whose sequence the market's calls are. */
export const SENDER = 'market';
/** How long a price of gas is used. An eighth more per block at most, so twelve blocks pass before four times it is too little. */
const PRICE_MILLISECONDS = 5000;

/** Opens the contracts of the market on this installation's network. */
export function openMarketChain(services: Services): MarketChain {
  const { chain, log } = services;
  let found: Promise<MarketContracts> | undefined;
  let price: { readonly at: number; readonly wei: Promise<Hex> } | undefined;
  function find(): Promise<MarketContracts> {
    found ??= prepare(services).catch((cause: unknown) => {
      found = undefined;
      log.error({ err: cause }, 'the contracts of the share market cannot be used');
      throw networkAway(chain, cause);
    });
    return found;
  }
  return {
    chain,
    find,
    async ready() {
      const contracts = await find();
      try {
        if (price === undefined || performance.now() - price.at > PRICE_MILLISECONDS)
          price = { at: performance.now(), wei: chain.request({ method: 'eth_gasPrice' }) as Promise<Hex> };
        const fee = 4n * BigInt(await price.wei);
        const { networkName, pauseMinutes, feeMax } = chain;
        return { ...contracts, networkName, pauseMinutes, maxFeePerGas: fee < feeMax ? fee : feeMax };
      } catch (cause) {
        price = undefined;
        throw networkAway(chain, cause);
      }
    },
  };
}

async function prepare({ database, chain, clock, publicUrl, namedContracts }: Services): Promise<MarketContracts> {
  const [
    { createPublicClient, custom, encodeDeployData, encodeFunctionData, zeroAddress },
    { propertyShares },
    { shareMarket },
  ] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
    import('#contracts/artifacts/share-market.gen.ts'),
  ]);
  const { address: operator } = await chain.operator();
  const sender = await chain.account(SENDER);
  const creationCode = encodeDeployData({ ...propertyShares, args: [operator, sender.address] });
  const shares = await deployContract({ database, chain, clock }, { name: 'property-shares', creationCode });
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  const metadata = `${publicUrl}/api/nft/metadata/`;
  const uri = await client.readContract({ address: shares, abi: propertyShares.abi, functionName: 'uri', args: [0n] });
  if (uri !== `${metadata}0`) {
    const data = encodeFunctionData({ abi: propertyShares.abi, functionName: 'setUriPrefix', args: [metadata] });
    await sendAsOperator(chain, { to: shares, data, gas: 200_000n });
  }
  const market = await deployContract(
    { database, chain, clock },
    {
      name: 'share-market',
      creationCode: encodeDeployData({ ...shareMarket, args: [operator, sender.address, shares] }),
    },
  );
  const known = await client.readContract({ address: shares, abi: propertyShares.abi, functionName: 'market' });
  if (known === zeroAddress) {
    const data = encodeFunctionData({ abi: propertyShares.abi, functionName: 'setMarket', args: [market] });
    await sendAsOperator(chain, { to: shares, data, gas: 200_000n });
  }
  await keepFunded(chain);
  namedContracts.set(shares.toLowerCase(), { contract: 'Property shares', abi: propertyShares.abi });
  namedContracts.set(market.toLowerCase(), { contract: 'Share market', abi: shareMarket.abi });
  return {
    chainId: await chain.chainId(),
    shares: shares.toLowerCase() as Hex,
    market: market.toLowerCase() as Hex,
    sender,
    signer: createSettlementSigner(chain, SENDER),
  };
}

/** The refusal of what needs the network while it does not answer. */
export const networkAway = (chain: Chain, cause: unknown) =>
  new AppError(
    unavailable,
    `${chain.networkName} is not available right now. Nothing was recorded. Try again in a moment.`,
    {
      retryAfterSeconds: 5,
      cause,
    },
  );
