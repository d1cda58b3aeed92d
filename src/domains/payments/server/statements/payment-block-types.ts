import { z } from 'zod';
import { declareBlockTypes } from '#domains/ledger/server/index.ts';
import { PaymentMethod, STATEMENT_CHUNK_MAX } from '#domains/payments/contract.ts';
import { CENTS_MAX } from '#platform/contract/money.ts';
import { StatedTransfers } from '../digital/paid-transfers.ts';
import { EthRateBlock } from '../digital/rate-blocks.ts';

const money = {
  action: z.string(),
  /** The account that decided it, if one did. */
  user: z.string().min(1).optional(),
  /** A random id. Only the server stores the text and the payer of the line, or the card or transfer. */
  line: z.uuid(),
  method: PaymentMethod,
  amount_cents: z.int().min(1).max(CENTS_MAX),
};

/** The block of lines that a statement brought. */
export const StatementRecorded = z.strictObject({
  action: z.literal('payments.statement_recorded'),
  /** The account that sent them. */
  user: z.string().min(1),
  statement: z.uuid(),
  lines: z.int().min(1).max(STATEMENT_CHUNK_MAX),
  /** The hash of the lines and their plans, salted with a random value that only the server stores. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * The blocks of money that no payment announced: it arrived and waits in suspense, or it was paid back from there. Assigned money
 * leaves suspense with the block of the domain that is paid, which names the same line. Also the blocks of ETH rates and of bank
 * statements.
 */
export const paymentBlockTypes = declareBlockTypes('payments', {
  'payments.money_received': z.strictObject({ ...money, transfers: StatedTransfers }),
  'payments.money_returned': z.strictObject(money),
  'payments.statement_recorded': StatementRecorded,
  'payments.eth_rate_set': EthRateBlock,
});
