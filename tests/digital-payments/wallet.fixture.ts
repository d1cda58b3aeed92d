import {
  type Address,
  type Chain as ChainDefinition,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import type { CallStep } from '#domains/payments/contract.ts';
import type { DigitalContracts } from '#domains/payments/server/digital/digital-contracts.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';

/** A wallet with sample money, like a resident's. Its transactions are in a block when a call returns. */
export type TestWallet = Awaited<ReturnType<typeof openWallet>>;

const ETH = 10n ** 18n;

/** Opens a new wallet on a chain, with 100 ETH and a million USDC. */
export async function openWallet(chain: Chain, contracts: DigitalContracts) {
  const definition: ChainDefinition = {
    id: contracts.chainId,
    name: chain.networkName,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
  const transport = custom(chain);
  const client = createPublicClient({ chain: definition, transport, pollingInterval: 20 });
  const account = privateKeyToAccount(generatePrivateKey());
  const wallet = createWalletClient({ account, chain: definition, transport });

  async function mined(hash: Hex): Promise<Hex> {
    await client.waitForTransactionReceipt({ hash });
    return hash;
  }

  const send = async (call: { to: Address; data?: Hex; value?: bigint; gas?: bigint }) =>
    mined(await wallet.sendTransaction(call));

  await fund(chain, contracts, account.address, client);
  return {
    address: account.address.toLowerCase() as Hex,
    client,
    send,
    /** Makes the call of a payment, with the approval before it. Returns the hash of the payment. */
    async pay({ approve, to, data, value }: CallStep, instead: { value?: bigint; data?: Hex } = {}): Promise<Hex> {
      if (approve !== null) await send({ to: approve.to as Address, data: approve.data as Hex });
      return send({ to: to as Address, data: instead.data ?? (data as Hex), value: instead.value ?? BigInt(value) });
    },
    approve: async (units: bigint) =>
      mined(
        await wallet.writeContract({
          address: contracts.usdc,
          abi: erc20Abi,
          functionName: 'approve',
          args: [contracts.router, units],
        }),
      ),
    /** Sends USDC to an account without the router. */
    transferUsdc: async (to: Address, units: bigint, token: Address = contracts.usdc) =>
      mined(await wallet.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args: [to, units] })),
    /** Signs a call without sending it, so that its hash is known before it is mined. */
    async prepare(call: { to: Address; data: Hex }) {
      const request = await wallet.prepareTransactionRequest({ ...call, type: 'eip1559' });
      const serializedTransaction = await wallet.signTransaction(request);
      return {
        hash: keccak256(serializedTransaction),
        publish: async () => mined(await client.sendRawTransaction({ serializedTransaction })),
      };
    },
    sign: (message: string) => account.signMessage({ message }),
  };
}

async function fund(
  chain: Chain,
  { usdc }: DigitalContracts,
  to: Address,
  client: ReturnType<typeof createPublicClient>,
): Promise<void> {
  const operator = await chain.operator();
  const data = encodeFunctionData({ abi: sampleUsdc.abi, functionName: 'mint', args: [to, 10n ** 12n] });
  for (const call of [
    { to, data: '0x', value: 100n * ETH },
    { to: usdc, data, value: 0n },
  ] as const) {
    const nonce = await client.getTransactionCount({ address: operator.address, blockTag: 'pending' });
    const fees = { gas: 200_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };
    const { raw, hash } = await operator.sign({ ...call, nonce, ...fees });
    await client.sendRawTransaction({ serializedTransaction: raw });
    await client.waitForTransactionReceipt({ hash });
  }
}
