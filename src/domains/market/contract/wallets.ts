import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Address } from './amounts.ts';
import { canBindWallets } from './capabilities.ts';

const tag = 'Share market';

/** The most wallets that an account may have. */
export const WALLETS_MAX = 5;

export const messageGone = errorKind('market.message_gone', 409, 'The message is used or has expired');
export const walletNotProven = errorKind('market.wallet_not_proven', 403, 'The wallet did not sign this message');
export const walletTaken = errorKind('market.wallet_taken', 409, 'The wallet belongs to another account');
export const tooManyWallets = errorKind('market.too_many_wallets', 409, 'Too many wallets');
export const walletNotFound = errorKind('market.wallet_not_found', 404, 'Wallet not found');

/** The address in a field, as a person types it: in any case, such as the checksum spelling that wallets show (ERC-55). */
export const walletAddress = (field: string) =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, `${field} is 0x followed by 40 hex digits`)
    .meta({ example: '0x8f2A55949038A9610f50Fb23b5883Af3B4eCb3c3' });
const WalletAddress = walletAddress('address');

const Nonce = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'nonce is the nonce of the message')
  .meta({ example: '0123456789abcdef01234567' });

const BoundWallet = z.object({ address: Address, boundAt: Instant }).meta({ id: 'BoundWallet' });

export const askWalletMessage = route({
  method: 'POST',
  path: '/api/nft/wallets/message',
  tag,
  summary: 'Get the message that binds a wallet',
  description:
    'Sign it unchanged with the wallet (EIP-4361). It names this site, this account, the wallet and the network, can be used once, and ' +
    'expires after ten minutes. Signing moves nothing.',
  access: { may: canBindWallets },
  body: z.strictObject({ address: WalletAddress }),
  response: z.object({ message: z.string(), nonce: Nonce, expiresAt: Instant }),
  errors: [unavailable],
});

export const bindWallet = route({
  method: 'POST',
  path: '/api/nft/wallets',
  tag,
  summary: 'Bind a wallet to your account',
  description:
    'Proves by a signed message that the wallet is yours. A wallet belongs to one account at a time, and an account has at most five. ' +
    'Contract wallets sign by EIP-1271. A repeated request returns the same wallet.',
  access: { may: canBindWallets },
  cost: 'heavy',
  body: z.strictObject({
    nonce: Nonce,
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2}){1,4096}$/, 'A signature is 0x followed by hex digits')
      .meta({ example: `0x${'1b'.repeat(65)}` }),
  }),
  response: BoundWallet,
  errors: [messageGone, walletNotProven, walletTaken, tooManyWallets, unavailable],
});

export const unbindWallet = route({
  method: 'POST',
  path: '/api/nft/wallets/{address}/unbind',
  tag,
  summary: 'Unbind a wallet',
  description: 'Shares that are in the wallet stay in it.',
  access: { may: canBindWallets },
  params: z.object({ address: WalletAddress }),
  response: BoundWallet,
  errors: [walletNotFound],
});

export const listWallets = route({
  method: 'GET',
  path: '/api/nft/wallets',
  tag,
  summary: 'List your wallets',
  description: 'The wallets that are bound to the account, and the log of its wallets, newest first.',
  access: { may: canBindWallets },
  cost: 'search',
  response: z.object({
    wallets: z.array(BoundWallet).max(WALLETS_MAX),
    log: z.array(z.object({ address: Address, act: z.enum(['bound', 'unbound']), at: Instant })).max(20),
    network: z.object({
      name: z.string().meta({ example: 'Local ledger chain' }),
      chainId: z.int().min(1).nullable().describe('Null while the network does not answer.'),
      isLocal: z.boolean(),
    }),
  }),
});

/** In the order of the API reference. */
export const walletRoutes = [listWallets, askWalletMessage, bindWallet, unbindWallet] as const;
