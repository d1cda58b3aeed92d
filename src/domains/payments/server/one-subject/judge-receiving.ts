import { moveFrom } from '../line-uses.ts';
import type { MoneySource } from '../payee.ts';
import { complete, opened } from './judge.ts';
import type { OneSubjectRequest } from './request.ts';
import type { OneSubject } from './settings.ts';

/** Money that arrived for a subject without an announced payment. */
export type NewReceipt = {
  readonly paymentId: string;
  readonly subject: string;
  readonly accountId: string | null;
  readonly cents: number;
  readonly user: string;
  readonly source: MoneySource;
  /** Throws to refuse the money, given what was already paid on its subject. It then stays where it is. */
  readonly admit: (paidCents: number) => void;
};

/** Returns the request that opens and completes a payment of money that arrived on its own, in one block. */
export const judgeReceiving = (
  of: OneSubject,
  { paymentId, subject, accountId, cents, user, source, admit }: NewReceipt,
): OneSubjectRequest => ({
  paidOn: subject,
  moves: moveFrom(source, cents),
  judge(view, position) {
    admit(view.paid(subject));
    const payment = {
      ...{ paymentId, kind: of.kind, subject, accountId, method: source.method ?? 'bank', amountCents: cents },
      ...{ methodFeeCents: 0, reference: null },
    } as const;
    return complete(of, opened(payment, position), cents, position, user, { source });
  },
});
