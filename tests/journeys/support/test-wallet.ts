import type { Page } from '@playwright/test';
import { type Address, createPublicClient, createWalletClient, type Hex, hexToString, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

type Call = { readonly to: Address; readonly data?: Hex; readonly value?: Hex };

/**
 * Installs a wallet in a page. It announces itself as wallets do (EIP-6963), has a new key, asks for no confirmation,
 * and signs its requests to `POST /rpc` of the server with viem.
 */
export async function installWallet(page: Page, origin: string) {
  const account = privateKeyToAccount(generatePrivateKey());
  const transport = http(`${origin}/rpc`);
  const client = createPublicClient({ transport });
  const network = {
    id: await client.getChainId(),
    name: 'Local ledger chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`${origin}/rpc`] } },
  };
  const wallet = createWalletClient({ account, chain: network, transport });
  let isAdded = false;

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [account.address];
      case 'eth_chainId':
        return isAdded ? `0x${network.id.toString(16)}` : '0x1';
      case 'wallet_addEthereumChain':
        isAdded = (params[0] as { rpcUrls: string[] }).rpcUrls[0] === `${origin}/rpc`;
        return null;
      case 'wallet_switchEthereumChain':
        return null;
      case 'eth_sendTransaction': {
        const { to, data = '0x', value = '0x0' } = params[0] as Call;
        return wallet.sendTransaction({ to, data, value: BigInt(value) });
      }
      case 'personal_sign':
        return account.signMessage({ message: hexToString(params[0] as Hex) });
      default:
        return client.request({ method, params } as never);
    }
  }

  await page.exposeFunction('askTestWallet', answer);
  await page.addInitScript(() => {
    const ask = (window as unknown as { askTestWallet(method: string, params: unknown): Promise<unknown> })
      .askTestWallet;
    const provider = {
      request: ({ method, params = [] }: { method: string; params?: unknown }) => ask(method, params),
    };
    const info = { uuid: '5e7a0c5e-0000-4000-8000-000000000001', name: 'Test Wallet', icon: '', rdns: 'test.wallet' };
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  });
  return { account, client, wallet };
}
