import type { PaymentMethod } from '#domains/payments/contract.ts';
import { balanced, creditorReference, move, type Posting } from '#domains/payments/server/index.ts';
import { books, SHARE_CASH } from './deposit-books.ts';

/** A block of a deposit as its row says. */
export type StatedBlock = { readonly index: number; readonly timestamp: number; readonly data: Data };

type Data = {
  readonly action: string;
  readonly address: string;
  readonly payment: string;
  readonly reversal?: string;
  readonly method: PaymentMethod;
  readonly amount_cents: number;
  readonly method_fee_cents?: number;
  readonly tx_hash?: string | null;
  readonly line?: string;
  readonly reverses?: string;
  readonly by_hand?: true;
  /** What a move of cash states. */
  readonly cents?: number;
};

/** What the blocks say of a deposit: its payment, the entries of its blocks, and `address due moved block` of its cash. */
export type ReplayedDeposit = {
  readonly payment: Readonly<Record<string, unknown>>;
  readonly entries: readonly { readonly index: number; readonly postings: readonly Posting[] }[];
  readonly cash: string;
};

/** Plays the blocks of a deposit again, or of an entry that took one back. `suspended` has the accounts in which money waited. */
export function replayDeposit(
  id: string,
  blocks: readonly StatedBlock[],
  suspended: ReadonlyMap<string, string>,
): ReplayedDeposit {
  let payment: Record<string, unknown> = {};
  let announced: number | undefined;
  let due = 0;
  let moved = 0;
  let settledIndex = -1;
  let address = '';
  const entries: ReplayedDeposit['entries'][number][] = [];
  for (const { index, timestamp, data } of blocks) {
    const { action, method, amount_cents: amount, method_fee_cents: fee = 0, cents = 0 } = data;
    const at = timestamp * 1000;
    address = data.address;
    const same = { kind: SHARE_CASH, subject: address, openedIndex: index, openedAt: at, ...payment, method };
    const none = { txHash: null, reverses: null, byHand: false, paid: '' };
    const settled = { ...none, settledIndex: index, settledAt: at };
    switch (action) {
      case 'market.deposit_opened':
        announced = amount;
        payment = { ...same, ...none, state: 'pending', amountCents: amount, settledIndex: null, settledAt: null };
        payment['reference'] = method === 'bank' ? creditorReference(id.slice('pay_'.length).toUpperCase()) : null;
        entries.push({ index, postings: move(books.promised, books.expected(method), amount) });
        break;
      case 'market.deposit_completed': {
        [due, settledIndex] = [amount - fee, index];
        payment = { reference: null, ...same, ...settled, state: 'completed', amountCents: amount };
        payment['txHash'] = data.tx_hash ?? null;
        payment['reverses'] = data.reverses ?? null;
        payment['byHand'] = data.by_hand === true;
        payment['paid'] = paidOf(due, fee);
        const from = suspended.get(data.line ?? '') ?? books.arrived(method);
        const promised = announced === undefined ? [] : move(books.expected(method), books.promised, announced);
        const postings = [...move(books.owed, from, due), ...move(books.fees(method), from, fee), ...promised];
        entries.push({ index, postings });
        break;
      }
      case 'market.deposit_failed':
        payment = { ...same, ...settled, state: 'failed', amountCents: amount };
        entries.push({ index, postings: move(books.expected(method), books.promised, amount) });
        break;
      case 'market.deposit_reversed': {
        [due, settledIndex] = [fee - amount, index];
        payment = { ...same, ...settled, reference: null, state: 'completed', amountCents: -amount };
        payment['reverses'] = data.payment;
        payment['byHand'] = data.by_hand === true;
        payment['paid'] = paidOf(due, -fee);
        const from = books.arrived(method);
        entries.push({ index, postings: [...move(from, books.owed, -due), ...move(from, books.fees(method), fee)] });
        break;
      }
      default:
        moved += action === 'market.cash_received' ? cents : -cents;
    }
  }
  return { payment, entries, cash: due === 0 ? 'nothing' : [address, due, moved, settledIndex].join(' ') };
}

const paidOf = (due: number, fee: number) =>
  [...(due === 0 ? [] : [`credit ${due}`]), ...(fee === 0 ? [] : [`method_fee ${fee}`])].join();

/** Returns an entry as text, whatever the order of its postings. */
export const describeEntry = (postings: readonly Posting[]): string =>
  balanced(postings)
    .map(({ account, cents }) => `${account} ${cents}`)
    .toSorted()
    .join(', ');
