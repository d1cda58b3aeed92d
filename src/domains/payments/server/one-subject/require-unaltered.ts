import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaymentRow } from '../payments.ts';
import type { OneSubject } from './settings.ts';

/**
 * Refuses to go on with a payment whose row says another amount, subject or method than the block that opened it: money follows the blocks.
 *
 * @throws AppError `server.unavailable`
 */
export async function requireUnaltered(
  db: Database,
  { action, field, words }: OneSubject,
  payment: PaymentRow,
): Promise<void> {
  const { paymentId, openedIndex, amountCents, subject, method } = payment;
  const [block] = await readBlocksAt(db, [openedIndex]);
  const said = block?.data as Readonly<Record<string, unknown>> | undefined;
  // An entry that took one back, or counts again, was opened and settled by one block.
  const id = said?.['reversal'] ?? said?.['payment'];
  const isSame =
    id === paymentId &&
    said?.[field] === subject &&
    said['method'] === method &&
    (said['action'] !== `${action}_opened` || payment.state !== 'pending' || said['amount_cents'] === amountCents);
  if (isSame) return;
  throw new AppError(
    unavailable,
    `This ${words.one} is stored differently from what the blocks state, so nothing is recorded.`,
    {
      hint: 'Compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The ${words.one} ${paymentId} differs from block ${openedIndex}`),
    },
  );
}
