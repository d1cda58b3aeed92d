import { createRowMemory, type RuleSet } from '#domains/ledger/server/index.ts';
import {
  type BookEntry,
  insertEntries,
  type MoneyUses,
  type PaymentRow,
  type PendingFor,
  readPayments,
  readPendingFor,
  type UsedMoney,
  writePayments,
} from '#domains/payments/server/index.ts';
import { byteaArray, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import { SHARE_CASH } from './deposit-books.ts';
import type { DepositChange, DepositRequest } from './deposit-request.ts';

type Due = NonNullable<DepositChange['due']> & { readonly blockIndex: number };

/** What a batch does, as its requests have left it so far. */
type DepositBatch = {
  readonly payments: Map<string, PaymentRow>;
  readonly known: ReadonlySet<string>;
  readonly touched: Set<string>;
  readonly pending: Map<string, Set<string>>;
  readonly used: UsedMoney;
  readonly claimed: string[];
  readonly completed: PaymentRow[];
  readonly entries: BookEntry[];
  readonly dues: Due[];
};

const REMEMBERED_MAX = 20_000;
const keyOf = ({ subject, accountId }: PendingFor) => `${subject} ${accountId}`;

/**
 * Returns the rules by which requests about deposits become blocks. The payment, its entry in the books, and what it brings to the cash of
 * the account commit together. Nothing here needs the network, so money that arrived is recorded while it is away.
 */
export function createDepositRules(uses: MoneyUses): RuleSet<DepositRequest, DepositBatch, readonly PaymentRow[]> {
  const memory = createRowMemory((payment: PaymentRow) => payment.paymentId, REMEMBERED_MAX);
  const inFlight = new Set<DepositBatch>();
  return {
    types: marketBlockTypes,
    async read(db, requests, from) {
      if (from === 'tables') {
        memory.forget();
        inFlight.clear();
      }
      const payments = memory.recall(new Set(requests.flatMap(({ paymentIds = [] }) => paymentIds)));
      const payers = requests.flatMap(({ pendingOf }) => pendingOf ?? []);
      const pending = new Map(payers.map((one) => [keyOf(one), new Set<string>()]));
      // Before the query: a batch that commits meanwhile counts once, because ids are compared.
      const later = [...inFlight].flatMap(changedBy);
      const [read, waiting, used] = await Promise.all([
        readPayments(
          db,
          requests.flatMap(({ paymentIds = [] }) => paymentIds.filter((id) => !payments.has(id))),
        ),
        payers.length === 0 ? [] : readPendingFor(db, SHARE_CASH, payers),
        uses.read(db, requests, from),
      ]);
      for (const payment of read) payments.set(payment.paymentId, payment);
      for (const one of waiting) pending.get(keyOf(one))?.add(one.paymentId);
      for (const payment of later) notePending(pending, payment);
      const known = new Set(payments.keys());
      return { payments, known, touched: new Set(), pending, used, claimed: [], completed: [], entries: [], dues: [] };
    },
    judge(batch, request, { index, timestamp }) {
      const view = {
        payment: (id: string) => batch.payments.get(id),
        pending: (of: PendingFor) => batch.pending.get(keyOf(of))?.size ?? 0,
      };
      const { draft, payments, postings, due } = request.judge(view, { index, at: timestamp * 1000 });
      batch.claimed.push(...uses.claim(batch.used, request));
      for (const payment of payments) {
        batch.payments.set(payment.paymentId, payment);
        batch.touched.add(payment.paymentId);
        notePending(batch.pending, payment);
        if (payment.state === 'completed' && payment.settledIndex === index) batch.completed.push(payment);
      }
      batch.entries.push({ blockIndex: index, postings });
      if (due !== undefined) batch.dues.push({ ...due, blockIndex: index });
      return { draft, outcome: payments };
    },
    project: (batch) => [
      insertEntries(batch.entries),
      ...writePayments(changedBy(batch), (id) => batch.known.has(id), batch.completed),
      ...(batch.dues.length > 0 ? [insertDues(batch.dues)] : []),
    ],
    sent(batch) {
      memory.keep(changedBy(batch));
      inFlight.add(batch);
    },
    committed(batch) {
      inFlight.delete(batch);
      uses.committed(batch.claimed);
    },
  };
}

const changedBy = ({ touched, payments }: DepositBatch): PaymentRow[] =>
  [...touched].flatMap((id) => payments.get(id) ?? []);

function notePending(pending: Map<string, Set<string>>, payment: PaymentRow): void {
  const ids = pending.get(keyOf(payment));
  if (payment.state === 'pending') ids?.add(payment.paymentId);
  else ids?.delete(payment.paymentId);
}

const insertDues = (dues: readonly Due[]): WriteStatement => write`
  insert into market_deposits (payment_id, custody_id, due_cents, settled_index) select * from unnest(
    ${textArray(dues.map(({ paymentId }) => paymentId))}::text[],
    ${byteaArray(dues.map(({ custody }) => Buffer.from(custody, 'hex')))}::bytea[],
    ${int8Array(dues.map(({ cents }) => cents))}::bigint[], ${int8Array(dues.map(({ blockIndex }) => blockIndex))}::bigint[]
  )
`;
