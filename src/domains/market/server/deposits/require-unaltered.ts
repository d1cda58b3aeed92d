import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { PaymentRow } from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';

/**
 * Refuses to go on with a deposit whose row says another amount, account or method than the block that opened it: money follows the blocks.
 *
 * @throws AppError `server.unavailable`
 */
export async function requireUnaltered(db: Database, payment: PaymentRow): Promise<void> {
  const { paymentId, openedIndex, amountCents, subject, method } = payment;
  const [block] = await readBlocksAt(db, [openedIndex]);
  const said = block?.data as Readonly<Record<string, unknown>> | undefined;
  // An entry that took one back, or counts again, was opened and settled by one block.
  const id = said?.['reversal'] ?? said?.['payment'];
  const isSame =
    id === paymentId &&
    said?.['address'] === subject &&
    said['method'] === method &&
    (said['action'] !== 'market.deposit_opened' || payment.state !== 'pending' || said['amount_cents'] === amountCents);
  if (isSame) return;
  throw new AppError(
    unavailable,
    'This deposit is stored differently from what the blocks state, so nothing is recorded.',
    {
      hint: 'Compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The deposit ${paymentId} differs from block ${openedIndex}`),
    },
  );
}
