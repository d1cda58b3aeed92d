import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { askWalletMessage, bindWallet } from '#domains/market/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

/** Creates a wallet like that of a person: with a key that this product never sees. */
export const createWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());

/** Requests the message that binds a wallet. */
export const ask = async (server: TestServer, as: TestAccount, address: string) =>
  (await server.call(askWalletMessage, { body: { address } }, { as })).body;

/** Sends a signature for a message. */
export const bind = (server: TestServer, as: TestAccount, nonce: string, signature: Hex) =>
  server.call(bindWallet, { body: { nonce, signature } }, { as });

/** Binds a new wallet to an account. */
export async function bindNew(
  server: TestServer,
  as: TestAccount,
  wallet = createWallet(),
): Promise<PrivateKeyAccount> {
  const { message, nonce } = await ask(server, as, wallet.address);
  const { status } = await bind(server, as, nonce, await wallet.signMessage({ message }));
  if (status !== 200) throw new Error(`The wallet was not bound: ${status}`);
  return wallet;
}
