import { z } from 'zod';
import { declareBlockTypes } from '#domains/ledger/server/index.ts';
import { PaymentMethod } from '#domains/payments/contract.ts';
import { CENTS_MAX } from '#platform/contract/money.ts';
import { StatedTransfers } from '../digital/paid-transfers.ts';
import { EthRateBlock } from '../digital/rate-blocks.ts';

const money = {
  action: z.string(),
  /** The account that decided it, if one did. */
  user: z.string().min(1).optional(),
  /** A random id. Only the server knows the text and the payer of the line, or the card or transfer. */
  line: z.uuid(),
  method: PaymentMethod,
  amount_cents: z.int().min(1).max(CENTS_MAX),
};

/**
 * The blocks of money that no payment announced: it arrived and waits in suspense, or it was paid back from there. Money that is
 * assigned leaves suspense with the block of the domain that is paid, which names the same line. And the blocks of what the city takes
 * for ETH.
 */
export const paymentBlockTypes = declareBlockTypes('payments', {
  'payments.money_received': z.strictObject({ ...money, transfers: StatedTransfers }),
  'payments.money_returned': z.strictObject(money),
  'payments.eth_rate_set': EthRateBlock,
});
