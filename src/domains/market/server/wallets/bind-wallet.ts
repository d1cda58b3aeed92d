import { randomBytes } from 'node:crypto';
import {
  type askWalletMessage,
  type bindWallet as bindRoute,
  type listWallets as listRoute,
  messageGone,
  tooManyWallets,
  type unbindWallet as unbindRoute,
  WALLETS_MAX,
  walletNotFound,
  walletNotProven,
  walletTaken,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { isSigned } from '#platform/server/evm/is-signed.ts';
import { isChainFailure } from '#platform/server/evm/rpc-error.ts';
import { networkAway } from '../calls/market-chain.ts';
import type { Market } from '../open-market.ts';
import {
  bind,
  findMessage,
  insertMessage,
  lockWalletsOf,
  readWalletLog,
  readWallets,
  unbind,
  useMessage,
  type WalletMessage,
  type WalletRow,
} from './wallet-rows.ts';

type Hex = `0x${string}`;
type Caller = Pick<Account, 'id' | 'username'>;

/** How long a message can be signed. */
const MESSAGE_MILLISECONDS = 10 * 60_000;

const show = ({ address, boundAt }: WalletRow) => ({ address, boundAt: new Date(boundAt).toISOString() });

/** Returns a message that binds a wallet to the caller, once the wallet's owner has signed it. */
export async function askMessage(
  market: Market,
  caller: Caller,
  address: string,
): Promise<ResponseOut<typeof askWalletMessage>> {
  const issuedAt = market.clock();
  const message = {
    nonce: randomBytes(12).toString('hex'),
    address: address.toLowerCase() as Hex,
    issuedAt,
    expiresAt: issuedAt + MESSAGE_MILLISECONDS,
  };
  const text = await composeMessage(market, caller, message);
  await insertMessage(market.database, caller.id, message, issuedAt);
  return { message: text, nonce: message.nonce, expiresAt: new Date(message.expiresAt).toISOString() };
}

/** Builds the message of EIP-4361. It is built again from the stored request when the signature arrives, so nothing in it can be changed. */
async function composeMessage(
  { publicUrl, network }: Market,
  { username }: Caller,
  message: WalletMessage,
): Promise<string> {
  const [{ createSiweMessage }, { getAddress }] = await Promise.all([import('viem/siwe'), import('viem')]);
  const origin = new URL(publicUrl);
  return createSiweMessage({
    address: getAddress(message.address),
    chainId: await askNetwork(network, () => network.chain.chainId()),
    domain: origin.host,
    uri: origin.origin,
    version: '1',
    statement: `Bind this wallet to the account ${username}. Its shares can then be withdrawn to the wallet. Signing moves nothing.`,
    nonce: message.nonce,
    issuedAt: new Date(message.issuedAt),
    expirationTime: new Date(message.expiresAt),
  });
}

async function askNetwork<Value>({ chain }: Market['network'], ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (cause) {
    throw isChainFailure(cause) ? networkAway(chain, cause) : cause;
  }
}

/**
 * Binds a wallet to the caller, once its owner signed the message that the caller requested. A message is used up by the first binding;
 * a repeated request returns the same wallet.
 *
 * @throws AppError `market.message_gone`, `market.wallet_not_proven`, `market.wallet_taken`, `market.too_many_wallets`, `server.unavailable`
 */
export async function bindWallet(
  market: Market,
  caller: Caller,
  { nonce, signature }: { nonce: string; signature: string },
): Promise<ResponseOut<typeof bindRoute>> {
  const { database, network } = market;
  const message = await findMessage(database, caller.id, nonce, market.clock());
  if (message === undefined) throw gone();
  const text = await composeMessage(market, caller, message);
  const { address } = message;
  if (!(await askNetwork(network, () => isSigned(network.chain, address, text, signature as Hex))))
    throw new AppError(walletNotProven, 'The signature is not one of this wallet for this message.', {
      hint: `Sign the message unchanged, with ${address}.`,
    });
  return database.transaction().execute(async (tx) => {
    await lockWalletsOf(tx, caller.id);
    const own = await readWallets(tx, caller.id);
    const known = own.find((one) => one.address === address);
    if (!(await useMessage(tx, nonce, market.clock()))) {
      if (known === undefined) throw gone();
      return show(known);
    }
    if (known !== undefined) return show(known);
    if (own.length >= WALLETS_MAX)
      throw new AppError(tooManyWallets, `Your account has ${WALLETS_MAX} wallets.`, { hint: 'Unbind one first.' });
    const boundAt = market.clock();
    if ((await bind(tx, caller.id, address, boundAt)) !== caller.id)
      throw new AppError(walletTaken, 'The wallet is bound to another account.', {
        hint: 'Unbind it there, or use another wallet.',
      });
    return show({ address, boundAt });
  });
}

const gone = () =>
  new AppError(messageGone, 'The message was used, has expired, or belongs to another account.', {
    hint: 'Ask for a new message and sign it within ten minutes.',
  });

/** Unbinds a wallet of the caller. Its shares stay in it. */
export async function unbindWallet(
  { database, clock }: Market,
  caller: Caller,
  address: string,
): Promise<ResponseOut<typeof unbindRoute>> {
  const unbound = await database.transaction().execute(async (tx) => {
    await lockWalletsOf(tx, caller.id);
    return unbind(tx, caller.id, address.toLowerCase() as Hex, clock());
  });
  if (unbound === undefined) throw new AppError(walletNotFound, 'This wallet is not bound to your account.');
  return show(unbound);
}

/** Lists the wallets of the caller, and the log of its wallets. */
export async function listWallets(
  { database, network: { chain } }: Market,
  caller: Caller,
): Promise<ResponseOut<typeof listRoute>> {
  const [wallets, log, chainId] = await Promise.all([
    readWallets(database, caller.id),
    readWalletLog(database, caller.id),
    chain.chainId().catch((error: unknown) => {
      if (isChainFailure(error)) return null;
      throw error;
    }),
  ]);
  return {
    wallets: wallets.map(show),
    log: log.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
    network: { name: chain.networkName, chainId, isLocal: chain.isEmbedded },
  };
}
