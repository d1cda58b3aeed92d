import { useEffect, useState } from 'react';
import { shorten } from './shorten.ts';

/** The request interface of a browser wallet (EIP-1193). */
export type WalletProvider = {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>;
};

/** A wallet that announced itself (EIP-6963). */
export type Wallet = {
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: WalletProvider;
};

/** Returns the wallets of the browser, in the order in which they announce themselves. */
export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => {
    const announced = (event: Event) => {
      const { detail } = event as CustomEvent<Wallet>;
      setWallets((known) => (known.some(({ info }) => info.uuid === detail.info.uuid) ? known : [...known, detail]));
    };
    window.addEventListener('eip6963:announceProvider', announced);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    return () => window.removeEventListener('eip6963:announceProvider', announced);
  }, []);
  return wallets;
}

const toHex = (number: number | bigint) => `0x${number.toString(16)}`;

/** The description of a network for a wallet. */
type Network = { readonly chainId: number; readonly network: string; readonly isLocal: boolean };

/** Requests the account of a wallet, on a network. */
export async function connect({ provider }: Wallet, { chainId: wanted, network, isLocal }: Network): Promise<string> {
  const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as string[];
  if (account === undefined) throw new Error('The wallet has no account for this page.');
  const chainId = toHex(wanted);
  if (((await provider.request({ method: 'eth_chainId' })) as string).toLowerCase() === chainId) return account;
  if (isLocal)
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId,
          chainName: network,
          nativeCurrency: { name: 'Sample Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [`${location.origin}/rpc`],
        },
      ],
    });
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  return account;
}

/** Sends a call and returns the hash of its transaction. */
export async function send(
  { provider }: Wallet,
  from: string,
  call: { readonly to: string; readonly data: string; readonly value: string },
): Promise<string> {
  const value = toHex(BigInt(call.value));
  const params = [{ from, to: call.to, data: call.data, value }];
  return (await provider.request({ method: 'eth_sendTransaction', params })) as string;
}

const POLL_MILLISECONDS = 500;

/** Requests a wallet's signature of a message, and returns it. */
export const signMessage = async ({ provider }: Wallet, account: string, message: string): Promise<string> =>
  (await provider.request({ method: 'personal_sign', params: [textToHex(message), account] })) as string;

/** Resolves once a transaction is in a block. */
export async function waitForBlock({ provider }: Wallet, hash: string): Promise<void> {
  for (;;) {
    const receipt = (await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      status: string;
    } | null;
    if (receipt?.status === '0x0') throw new Error('The transaction failed. Nothing was paid.');
    if (receipt !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

const SUMMARY_LENGTH_MAX = 200;

/** Returns an explanation of a wallet's failure. Code 4001 means that the user declined (EIP-1193). */
export function explainWalletFailure(error: unknown, consequence = 'Nothing was paid.'): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 4001) return `You declined in the wallet. ${consequence}`;
  // Some wallets append the request, over many lines.
  const [summary = ''] = typeof message === 'string' ? message.trim().split('\n') : [];
  return summary === '' ? 'The wallet did not answer. Try again.' : shorten(summary, SUMMARY_LENGTH_MAX);
}

/** Encodes a text as a wallet signs it. */
const textToHex = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
