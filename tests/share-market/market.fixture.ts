import {
  type Abi,
  type Address,
  BaseError,
  concat,
  createPublicClient,
  custom,
  decodeErrorResult,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  slice,
  stringToHex,
} from 'viem';
import { expect } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { createOperator, type Operator } from '#platform/server/evm/operator.ts';
import {
  type ChainUnderTest,
  createSender,
  hasAnvil,
  openAnvil,
  openTestEngine,
  sendAndWait,
  TEST_KEY,
} from '#platform/server/evm/testing/engines.fixture.ts';

/** The engines that every test of the contracts runs on. */
export const engines = [
  { name: 'the embedded chain', open: openEmbedded, present: true },
  { name: 'anvil', open: (): Promise<ChainUnderTest> => openAnvil(4243, 1_800_000_000), present: hasAnvil },
];

/** Opens the embedded chain with a clock that runs ahead, so that there are no pauses between blocks. */
export function openEmbedded(): Promise<ChainUnderTest> {
  let seconds = 1_800_000_000;
  const clock = () => {
    seconds += 2;
    return seconds * 1000;
  };
  return openTestEngine({ clock });
}

/** A time before every block of the engines. */
export const EARLIER = 1_790_000_000n;
/** When the orders of the tests expire, unless a test says otherwise. */
export const LATER = 1_900_000_000n;

export type Side = 'purchase' | 'sale';

/** Encodes the steps of a call. Amounts are in shares and cents. */
export const steps = {
  deposit: (name: string, cents: bigint) => step('deposit', [idOf(name), cents]),
  withdraw: (account: Address, cents: bigint) => step('withdraw', [account, cents]),
  place: (
    orderId: bigint,
    account: Address,
    side: Side,
    amount: bigint,
    price: bigint,
    { tokenId = 1n, expiresAt = LATER } = {},
  ) => step('place', [orderId, account, tokenId, side === 'sale', amount, price, expiresAt]),
  fill: (makerId: bigint, takerId: bigint, amount: bigint) => step('fill', [makerId, takerId, amount]),
  close: (orderId: bigint) => step('close', [orderId]),
  withdrawTo: (account: Address, amount: bigint, wallet: Address, tokenId = 1n) =>
    step('withdrawTo', [account, tokenId, amount, wallet]),
};

const step = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: shareMarket.abi, functionName, args } as never);

/** Returns the id from which the contract derives a holder's custodial address. */
export const idOf = (name: string): Hex => keccak256(stringToHex(`cairn:market:${name}`));
/** Returns a holder's custodial address: the last 20 bytes of the hash of the id. */
export const addressOf = (name: string): Address => getAddress(slice(keccak256(idOf(name)), 12));

export type Call = { readonly to: Address; readonly data: Hex };
export type Market = Awaited<ReturnType<typeof openMarket>>;

/** Deploys both contracts: the operator of the chain is the admin, and the market has its own account. */
export async function openMarket(chain: ChainUnderTest) {
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  const senderOf = async (operator: Operator) =>
    createSender(operator, await client.getTransactionCount({ address: operator.address }));
  const byOperator = await senderOf(chain.operator);
  const account = createOperator(keccak256(concat([TEST_KEY, stringToHex('market')])), chain.chainId);
  const byMarket = await senderOf(account);
  const deploy = async (data: Hex) => {
    const receipt = await sendAndWait(chain, await byOperator({ data, gas: 6_000_000n }));
    expect(receipt.status).toBe('success');
    return { address: getAddress(receipt.contractAddress!), gas: receipt.gasUsed };
  };
  await sendAndWait(chain, await byOperator({ to: account.address, value: 10n ** 21n, gas: 21_000n }));
  const roles = [chain.operator.address, account.address] as const;
  const sharesMade = await deploy(encodeDeployData({ ...propertyShares, args: roles }));
  const marketMade = await deploy(encodeDeployData({ ...shareMarket, args: [...roles, sharesMade.address] }));
  const shares = sharesMade.address;
  const market = marketMade.address;

  const toShares = (functionName: string, ...args: unknown[]): Call => ({
    to: shares,
    data: encodeFunctionData({ abi: propertyShares.abi, functionName, args } as never),
  });
  const toMarket = (functionName: string, ...args: unknown[]): Call => ({
    to: market,
    data: encodeFunctionData({ abi: shareMarket.abi, functionName, args } as never),
  });
  const read = (address: Address, abi: Abi, functionName: string, ...args: unknown[]) =>
    client.readContract({ address, abi, functionName, args } as never) as Promise<never>;
  const senders = { admin: byOperator, market: byMarket };

  let sequence = 0n;
  const send = async (by: keyof typeof senders, call: Call, gas = 16_000_000n) =>
    sendAndWait(chain, await senders[by]({ ...call, gas }));
  const self = {
    chain,
    client,
    shares,
    market,
    accounts: { admin: chain.operator.address, market: account.address },
    gasOfDeployment: { shares: sharesMade.gas, market: marketMade.gas },
    toShares,
    toMarket,
    send,
    deploy,
    byOperator,
    readShares: (functionName: string, ...args: unknown[]) => read(shares, propertyShares.abi, functionName, ...args),
    readMarket: (functionName: string, ...args: unknown[]) => read(market, shareMarket.abi, functionName, ...args),
    /** Returns the encoded call of `settle` with the next sequence. */
    settling: (list: readonly Hex[], { time = EARLIER, at = sequence + 1n } = {}) => toMarket('settle', at, time, list),
    /** Settles steps that must succeed, and returns the receipt. */
    async settle(list: readonly Hex[], options: { time?: bigint } = {}) {
      const receipt = await send('market', self.settling(list, options));
      if (receipt.status !== 'success')
        throw new Error(`refused: ${await self.reasonOf('market', self.settling(list))}`);
      sequence += 1n;
      return receipt;
    },
    /** Issues shares of a token to holders by name. The first one gets the royalties. */
    issue: async (tokenId: bigint, holders: Record<string, bigint>, { royalty = 250n, isPublic = true } = {}) => {
      const names = Object.keys(holders);
      const args = [tokenId, names.map(idOf), Object.values(holders), idOf(names[0]!), royalty, isPublic];
      const receipt = await send('market', toShares('issue', ...args));
      expect(receipt.status).toBe('success');
      return receipt;
    },
    /** Returns the error of a call by its name and arguments, or undefined if it succeeds. Changes nothing. */
    async reasonOf(by: keyof typeof senders | Address, call: Call): Promise<string | undefined> {
      const from = by === 'admin' || by === 'market' ? self.accounts[by] : by;
      return reasonOf(() => client.call({ account: from, ...call, gas: 16_000_000n }));
    },
    /** Sends a call that must be refused for this reason, and leave no trace. */
    async expectRefused(by: keyof typeof senders, call: Call, reason: string): Promise<void> {
      expect(await self.reasonOf(by, call)).toContain(reason);
      expect(await send(by, call)).toMatchObject({ status: 'reverted', logs: [] });
    },
    balance: (name: string, tokenId = 1n): Promise<bigint> => self.readShares('balanceOf', addressOf(name), tokenId),
    held: (name: string, tokenId = 1n): Promise<bigint> => self.readMarket('held', addressOf(name), tokenId),
    cents: async (name: string) => ((await self.readMarket('cashOf', addressOf(name))) as bigint) / 10_000n,
    open: async (orderId: bigint) => ((await self.readMarket('order', orderId)) as { open: bigint }).open,
  };
  expect((await send('admin', toShares('setMarket', market))).status).toBe('success');
  return self;
}

const errors = [...propertyShares.abi, ...shareMarket.abi].filter(({ type }) => type === 'error');

async function reasonOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    const cause = error.walk((one) => typeof (one as { data?: unknown }).data === 'string') as { data?: Hex } | null;
    if (cause?.data === undefined) throw error;
    const { errorName, args = [] } = decodeErrorResult({ abi: errors as Abi, data: cause.data });
    return `${errorName}(${(args as unknown[]).join(', ')})`;
  }
}
