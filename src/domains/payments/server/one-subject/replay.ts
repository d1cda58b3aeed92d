import type { PaymentMethod } from '#domains/payments/contract.ts';
import { balanced, move, type Posting } from '../books.ts';
import { creditorReference } from '../creditor-reference.ts';
import { arrived, expected, fees, type OneSubject } from './settings.ts';

/** A block of a payment as its row stores it. */
export type StatedBlock = { readonly index: number; readonly timestamp: number; readonly data: Data };

type Data = {
  readonly action: string;
  readonly payment: string;
  readonly reversal?: string;
  readonly method: PaymentMethod;
  readonly amount_cents: number;
  readonly method_fee_cents?: number;
  readonly tx_hash?: string | null;
  readonly line?: string;
  readonly reverses?: string;
  readonly by_hand?: true;
};

/** A payment replayed from its blocks: its row, the entries of its blocks, and what each block brought to its subject. */
export type ReplayedPayment = {
  readonly id: string;
  readonly subject: string;
  readonly payment: Readonly<Record<string, unknown>>;
  readonly entries: readonly { readonly index: number; readonly postings: readonly Posting[] }[];
  readonly due: number;
  readonly settledIndex: number;
};

/** Replays the blocks of a payment, or of an entry that took one back. `suspended` has the accounts in which money waited. */
export function replayOneSubject(
  of: OneSubject,
  id: string,
  blocks: readonly StatedBlock[],
  suspended: ReadonlyMap<string, string>,
): ReplayedPayment {
  const { books, part, field, action: prefix } = of;
  let payment: Record<string, unknown> = {};
  let announced: number | undefined;
  let due = 0;
  let settledIndex = -1;
  let subject = '';
  const entries: ReplayedPayment['entries'][number][] = [];
  for (const { index, timestamp, data } of blocks) {
    const { action, method, amount_cents: amount, method_fee_cents: fee = 0 } = data;
    const at = timestamp * 1000;
    subject = String((data as Readonly<Record<string, unknown>>)[field]);
    const same = { kind: of.kind, subject, openedIndex: index, openedAt: at, ...payment, method };
    const none = { txHash: null, reverses: null, byHand: false, paid: '' };
    const settled = { ...none, settledIndex: index, settledAt: at };
    switch (action.slice(prefix.length)) {
      case '_opened':
        announced = amount;
        payment = { ...same, ...none, state: 'pending', amountCents: amount, settledIndex: null, settledAt: null };
        payment['reference'] = method === 'bank' ? creditorReference(id.slice('pay_'.length).toUpperCase()) : null;
        entries.push({ index, postings: move(books.promised, expected(method), amount) });
        break;
      case '_completed': {
        [due, settledIndex] = [amount - fee, index];
        payment = { reference: null, ...same, ...settled, state: 'completed', amountCents: amount };
        payment['txHash'] = data.tx_hash ?? null;
        payment['reverses'] = data.reverses ?? null;
        payment['byHand'] = data.by_hand === true;
        payment['paid'] = paidOf(part, due, fee);
        const from = suspended.get(data.line ?? '') ?? arrived(method);
        const promised = announced === undefined ? [] : move(expected(method), books.promised, announced);
        const postings = [...move(books.owed, from, due), ...move(fees(method), from, fee), ...promised];
        entries.push({ index, postings });
        break;
      }
      case '_failed':
        payment = { ...same, ...settled, state: 'failed', amountCents: amount };
        entries.push({ index, postings: move(expected(method), books.promised, amount) });
        break;
      case '_reversed': {
        [due, settledIndex] = [fee - amount, index];
        payment = { ...same, ...settled, reference: null, state: 'completed', amountCents: -amount };
        payment['reverses'] = data.payment;
        payment['byHand'] = data.by_hand === true;
        payment['paid'] = paidOf(part, due, -fee);
        const from = arrived(method);
        entries.push({ index, postings: [...move(from, books.owed, -due), ...move(from, fees(method), fee)] });
        break;
      }
      default:
        throw new Error(`${action} is no block of a ${of.words.one}`);
    }
  }
  return { id, subject, payment, entries, due, settledIndex };
}

const paidOf = (part: string, due: number, fee: number) =>
  [...(due === 0 ? [] : [`${part} ${due}`]), ...(fee === 0 ? [] : [`method_fee ${fee}`])].toSorted().join();

/** Returns an entry as text that does not depend on the order of its postings. */
export const describeEntry = (postings: readonly Posting[]): string =>
  balanced(postings)
    .map(({ account, cents }) => `${account} ${cents}`)
    .toSorted()
    .join(', ');
