import { z } from 'zod';
import { BlockIndex } from '#domains/ledger/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, Sha256Hex } from '#platform/contract/scalars.ts';
import { Address, Call, tokenNotFound } from './amounts.ts';
import { canAllowReceivers } from './capabilities.ts';

const tag = 'Share market';

/** The most accounts that may receive the shares of one property. */
export const RECEIVERS_MAX = 1000;

export const mayNotAllow = errorKind('market.may_not_allow', 403, 'Not allowed to decide about receivers');
export const sharesPublic = errorKind('market.shares_public', 409, 'Anyone may receive these shares');
export const receiverNotFound = errorKind('market.receiver_not_found', 404, 'The account is not on the list');
export const tooManyReceivers = errorKind('market.too_many_receivers', 409, 'The list is full');

const Username = z.string().min(1).max(64).meta({ example: 'demo-maker' });

export const listReceivers = route({
  method: 'GET',
  path: '/api/nft/receivers/{propertyId}',
  tag,
  summary: 'Read who may receive shares',
  description:
    'For shares that are not public. Only the issuer and the city, who decide, get the list. Other accounts get whether ' +
    'they may buy, and who decides.',
  access: 'signed in',
  cost: 'search',
  params: z.object({ propertyId: PropertyId }),
  response: z.object({
    allowPublicTrading: z.boolean(),
    decidedBy: z.enum(['city', 'owner']).describe('The issuer of the shares. The city may decide about all of them.'),
    mayDecide: z.boolean(),
    mayReceive: z.boolean().describe('Whether the signed-in account may buy.'),
    receivers: z
      .array(
        Call.extend({
          username: z.string().nullable().describe('Null: the city.'),
          address: Address,
          since: Instant,
          blockIndex: BlockIndex,
        }),
      )
      .max(RECEIVERS_MAX)
      .describe('Newest first. Empty for those who do not decide.'),
  }),
  errors: [tokenNotFound],
});

export const changeReceiver = route({
  method: 'POST',
  path: '/api/nft/receivers/{propertyId}',
  tag,
  summary: 'Allow an account to receive shares, or remove it',
  description:
    'For the issuer and the city. An account that is removed keeps the shares it has; its open purchases of them are canceled first. ' +
    'A request without a change returns the block of the last change.',
  access: { may: canAllowReceivers },
  cost: 'heavy',
  params: z.object({ propertyId: PropertyId }),
  body: z.strictObject({
    username: Username,
    allowed: z.boolean().describe('False: removes it.'),
  }),
  response: Call.extend({ allowed: z.boolean(), block: z.object({ index: BlockIndex, hash: Sha256Hex }) }),
  errors: [tokenNotFound, mayNotAllow, sharesPublic, accountNotFound, receiverNotFound, tooManyReceivers, unavailable],
});

/** In the order of the API reference. */
export const receiverRoutes = [listReceivers, changeReceiver] as const;
