import { z } from 'zod';
import { declareBlockTypes } from '#domains/ledger/server/index.ts';
import { SHARES_MAX } from '#domains/market/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';

const Address = z.string().regex(/^0x[0-9a-f]{40}$/);

/**
 * The blocks of the market. They name holders by addresses only. `user` is the government account that acted, if one did: the account
 * of a resident would tell who owns the property.
 */
export const marketBlockTypes = declareBlockTypes('market', {
  'market.issued': z.strictObject({
    action: z.string(),
    user: z.string().min(1).optional(),
    property_id: PropertyId,
    shares: z.int().min(1).max(SHARES_MAX),
    price_cents: z.int().min(1),
    royalty_basis_points: z.int().min(0).max(1000),
    royalty_receiver: Address,
    public: z.boolean(),
    minimum_purchase: z.int().min(1),
    title_index: z.int().min(0),
    holders: z
      .array(z.strictObject({ address: Address, shares: z.int().min(1) }))
      .min(1)
      .max(100),
    chain_id: z.int().min(1),
    contract: Address,
  }),
});
