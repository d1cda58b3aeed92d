import type { CallStep } from '#domains/payments/contract.ts';
import { createDemoFunds } from './demo-funds.ts';
import type { Digital } from './digital.ts';

/** Makes the call of a payment, and resolves once it is in a block. */
export type DemoWallet = (call: CallStep) => Promise<void>;

/**
 * Creates a wallet with sample funds on the embedded chain, as a visitor of the demo would. Its key is never stored.
 *
 * @throws AppError `payments.demo_only`, `server.unavailable`
 */
export async function openDemoWallet(digital: Digital): Promise<DemoWallet> {
  const [{ createWalletClient, custom }, { generatePrivateKey, privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ]);
  const { chain } = digital;
  const account = privateKeyToAccount(generatePrivateKey());
  await createDemoFunds(digital)(account.address, 'the demo');
  const definition = {
    id: await chain.chainId(),
    name: chain.networkName,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
  const wallet = createWalletClient({ account, chain: definition, transport: custom(chain) });
  return async ({ approve, to, data, value }) => {
    const calls = [...(approve === null ? [] : [{ ...approve, value: '0' }]), { to, data, value }];
    for (const call of calls)
      await wallet.sendTransaction({
        to: call.to as `0x${string}`,
        data: call.data as `0x${string}`,
        value: BigInt(call.value),
      });
  };
}
