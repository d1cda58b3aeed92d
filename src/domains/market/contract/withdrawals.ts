import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { idempotencyMismatch, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { Address, Call, TokenId, tokenNotFound } from './amounts.ts';
import { canBindWallets } from './capabilities.ts';
import { mayNotReceive, notEnoughShares } from './orders.ts';
import { SHARES_MAX } from './shares.ts';
import { walletAddress, walletNotFound } from './wallets.ts';

const tag = 'Share market';

/** The state of a withdrawal: on its way, final in the wallet, or given back because the wallet refused it. */
export const WithdrawalState = z.enum(['pending', 'delivered', 'refused']).meta({ id: 'WithdrawalState' });
export type WithdrawalState = z.infer<typeof WithdrawalState>;

const Withdrawal = Call.extend({
  propertyId: PropertyId,
  tokenId: TokenId,
  shareAmount: z.int().min(1).max(SHARES_MAX),
  wallet: Address,
  state: WithdrawalState,
  at: Instant,
  blockIndex: BlockIndex,
  returnedBlock: BlockIndex.nullable().describe('The block that gave the shares back, if the wallet refused them.'),
}).meta({ id: 'ShareWithdrawal' });
export type ShareWithdrawal = z.infer<typeof Withdrawal>;

const Arrival = z
  .object({
    propertyId: PropertyId,
    tokenId: TokenId,
    shareAmount: z.int().min(1).max(SHARES_MAX),
    wallet: Address,
    txHash: z.string().meta({ example: `0x${'4f'.repeat(32)}` }),
    at: Instant,
    blockIndex: BlockIndex,
  })
  .meta({ id: 'ShareArrival' });

export const withdrawShares = route({
  method: 'POST',
  path: '/api/nft/withdrawals',
  tag,
  summary: 'Withdraw shares to a wallet',
  description:
    'Moves shares that no open sale holds to a wallet that is bound to the account. They leave the market immediately: they cannot be sold here ' +
    'and get no income until they are sent back. From then on the network decides who owns them. A wallet that is a contract may refuse them; they then come ' +
    'back to the account. Shares that are not public stay in custody. The market pays the fee of the network.',
  access: { may: canBindWallets },
  idempotent: true,
  cost: 'heavy',
  body: z.strictObject({
    propertyId: PropertyId,
    shareAmount: z
      .int('shareAmount must be a whole number')
      .min(1, 'shareAmount must be at least 1')
      .max(SHARES_MAX, `shareAmount must be at most ${SHARES_MAX.toLocaleString('en-US')}`),
    wallet: walletAddress('wallet'),
  }),
  response: Withdrawal,
  errors: [tokenNotFound, walletNotFound, notEnoughShares, mayNotReceive, idempotencyMismatch, unavailable],
});

export const listWithdrawals = route({
  method: 'GET',
  path: '/api/nft/withdrawals',
  tag,
  summary: 'List the shares that went to wallets and came back',
  description:
    'The 50 newest withdrawals of the account, the 50 newest arrivals from wallets, and the shares that its wallets have on the network.',
  access: { may: canBindWallets },
  cost: 'search',
  response: z.object({
    withdrawals: z.array(Withdrawal).max(50),
    arrivals: z.array(Arrival).max(50),
    balances: z
      .array(z.object({ wallet: Address, propertyId: PropertyId, tokenId: TokenId, shares: z.int().min(1) }))
      .max(500)
      .nullable()
      .describe('The shares in bound wallets, as the network reports them. Null while it does not answer.'),
    sendBackTo: Address.nullable().describe('Shares that a wallet sends to this address belong to the account again.'),
    contractAddress: Address.nullable().describe('The contract of the shares (ERC-1155).'),
    network: z.object({
      name: z.string().meta({ example: 'Local ledger chain' }),
      isLocal: z.boolean(),
      confirmations: z.int().min(1).describe('Blocks after which a call is final on the network.'),
    }),
  }),
});

/** In the order of the API reference. */
export const withdrawalRoutes = [withdrawShares, listWithdrawals] as const;
