import { amountChanged } from '#domains/billing/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import { composeInvoice, readBuyers } from '../invoices/compose-invoice.ts';
import { readCredits } from '../invoices/credits.ts';
import { invoiceOf } from '../invoices/drafts.ts';
import type { NewCharge } from './subscription-state.ts';

/** How long before its confirmation an amount may have been shown: the rest of a period costs less with each second. */
export const SHOWN_SECONDS = 300;

/**
 * Refuses a change if the amount due differs from the one that the caller was shown. `charges` are those of the change now, and at the earliest time at
 * which it may have been shown. The amount falls in between, so any amount between them is accepted. Lines and their taxes are rounded separately, so
 * it may also rise from one second to the next, by a cent for each of them.
 *
 * @throws AppError `billing.amount_changed` with the new amount
 */
export async function requireShownAmount(
  tx: Database,
  billing: Billing,
  accountId: string,
  {
    shownCents,
    charges,
  }: { shownCents: number; charges: readonly [now: NewCharge | undefined, shown: NewCharge | undefined] },
): Promise<void> {
  const [buyers, credits] = await Promise.all([readBuyers(tx, [accountId]), readCredits(tx, [accountId])]);
  const facts = { number: null, buyer: buyers.get(accountId) };
  const credit = Math.max(0, credits.get(accountId) ?? 0);
  const dueOf = (charge: NewCharge | undefined) =>
    charge === undefined
      ? 0
      : composeInvoice(billing, { ...invoiceOf(accountId, charge), ...facts }, credit).document.totals.dueCents;
  const [due, earlier] = [dueOf(charges[0]), dueOf(charges[1])];
  const rounding = 2 * Math.max(...charges.map((charge) => charge?.lines.length ?? 0));
  if (shownCents >= Math.min(due, earlier) - rounding && shownCents <= Math.max(due, earlier) + rounding) return;
  throw new AppError(amountChanged, `${formatCents(due)} is due for this change now, not ${formatCents(shownCents)}.`, {
    hint: 'Nothing was changed. Review the new amount, and confirm it.',
    errors: [{ in: 'body', pointer: '/amount', message: `amount must be ${due / 100}` }],
  });
}
