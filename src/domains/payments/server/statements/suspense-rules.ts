import type { RuleSet } from '#domains/ledger/server/index.ts';
import { type BookEntry, balanced, insertEntries, move } from '../books.ts';
import { paymentBlockTypes } from './payment-block-types.ts';

/** Money of the bank that arrived and belongs to nothing yet. */
export const SUSPENSE = 'suspense:bank';
/** Money of the bank that arrived. */
export const CLEARING = 'clearing:bank';

/** Money that enters suspense, or is paid back out of it. */
export type SuspenseRequest = {
  readonly act: 'received' | 'returned';
  readonly line: string;
  readonly cents: number;
  readonly user: string;
};

/**
 * Returns the rules of suspense. They refuse nothing: a line of a statement is decided once by its row, and each decision has an
 * idempotency key. Block and postings commit together.
 */
export const createSuspenseRules = (): RuleSet<SuspenseRequest, BookEntry[]> => ({
  types: paymentBlockTypes,
  read: async () => [],
  judge(entries, { act, line, cents, user }, { index }) {
    const [from, to] = act === 'received' ? [SUSPENSE, CLEARING] : [CLEARING, SUSPENSE];
    const draft = paymentBlockTypes.draft({
      action: `payments.money_${act}`,
      user,
      line,
      method: 'bank',
      amount_cents: cents,
    });
    entries.push({ blockIndex: index, postings: balanced(move(from, to, cents)) });
    return { draft };
  },
  project: (entries) => [insertEntries(entries)],
  sent: () => undefined,
  committed: () => undefined,
});
