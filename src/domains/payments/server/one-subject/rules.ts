import { createRowMemory, type RuleSet } from '#domains/ledger/server/index.ts';
import { type BookEntry, insertEntries } from '../books.ts';
import type { MoneyUses, UsedMoney } from '../money-uses.ts';
import { readPaymentsWithBlocks } from '../payment-blocks.ts';
import { type PaymentRow, type PendingFor, readPendingFor } from '../payments.ts';
import { writePayments } from '../write-payments.ts';
import { paidBy, readPaidOn } from './paid-on.ts';
import type { OneSubjectRequest } from './request.ts';
import { describeAltered, requireUnaltered } from './require-unaltered.ts';
import type { Due, OneSubject } from './settings.ts';

/** The state of a batch after its requests so far. */
type Batch = {
  readonly payments: Map<string, PaymentRow>;
  readonly known: ReadonlySet<string>;
  /** How stored payments differ from their blocks. A cached payment was compared by the batch that left it. */
  readonly altered: ReadonlyMap<string, string | undefined>;
  readonly touched: Set<string>;
  readonly pending: Map<string, Set<string>>;
  /** What payments brought to the requested subjects, by payment. */
  readonly paid: Map<string, Map<string, number>>;
  readonly used: UsedMoney;
  readonly claimed: string[];
  readonly completed: PaymentRow[];
  readonly entries: BookEntry[];
  readonly dues: Due[];
};

const REMEMBERED_MAX = 20_000;
const keyOf = ({ subject, accountId }: PendingFor) => `${subject} ${accountId}`;

/**
 * Returns the rules that turn requests about payments of a kind into blocks. The payment, its entry in the books, and the rows of what it
 * brings commit together.
 */
export function createOneSubjectRules(
  of: OneSubject,
  uses: MoneyUses,
): RuleSet<OneSubjectRequest, Batch, readonly PaymentRow[]> {
  const memory = createRowMemory((payment: PaymentRow) => payment.paymentId, REMEMBERED_MAX);
  const inFlight = new Set<Batch>();
  return {
    types: of.types,
    async read(db, requests, from) {
      if (from === 'tables') {
        memory.forget();
        inFlight.clear();
      }
      const payments = memory.recall(new Set(requests.flatMap(({ paymentIds = [] }) => paymentIds)));
      const payers = requests.flatMap(({ pendingOf }) => pendingOf ?? []);
      const subjects = [...new Set(requests.flatMap(({ paidOn }) => paidOn ?? []))];
      const pending = new Map(payers.map((one) => [keyOf(one), new Set<string>()]));
      // Before the query: a batch that commits meanwhile counts once, because ids are compared.
      const later = [...inFlight].flatMap(changedBy);
      const [read, waiting, paid, used] = await Promise.all([
        readPaymentsWithBlocks(
          db,
          requests.flatMap(({ paymentIds = [] }) => paymentIds.filter((id) => !payments.has(id))),
        ),
        payers.length === 0 ? [] : readPendingFor(db, of.kind, payers),
        readPaidOn(db, of, subjects),
        uses.read(db, requests, from),
      ]);
      for (const { payment } of read) payments.set(payment.paymentId, payment);
      const altered = new Map(read.map((one) => [one.payment.paymentId, describeAltered(of, one)]));
      for (const one of waiting) pending.get(keyOf(one))?.add(one.paymentId);
      const known = new Set(payments.keys());
      const own = { payments, known, touched: new Set<string>(), claimed: [], completed: [], entries: [], dues: [] };
      const batch: Batch = { ...own, altered, pending, paid, used };
      for (const payment of later) note(of, batch, payment);
      return batch;
    },
    judge(batch, request, { index, timestamp }) {
      for (const id of request.paymentIds ?? []) requireUnaltered(of, id, batch.altered.get(id));
      const view = {
        payment: (id: string) => batch.payments.get(id),
        pending: (payer: PendingFor) => batch.pending.get(keyOf(payer))?.size ?? 0,
        paid: (subject: string) => sumOf(batch.paid.get(subject)),
      };
      const { draft, payments, postings, due } = request.judge(view, { index, at: timestamp * 1000 });
      batch.claimed.push(...uses.claim(batch.used, request));
      for (const payment of payments) {
        batch.payments.set(payment.paymentId, payment);
        batch.touched.add(payment.paymentId);
        note(of, batch, payment);
        if (payment.state === 'completed' && payment.settledIndex === index) batch.completed.push(payment);
      }
      batch.entries.push({ blockIndex: index, postings });
      if (due !== undefined) batch.dues.push({ ...due, blockIndex: index });
      return { draft, outcome: payments };
    },
    project: (batch) => [
      insertEntries(batch.entries),
      ...writePayments(changedBy(batch), (id) => batch.known.has(id), batch.completed),
      ...(of.insertDues === undefined || batch.dues.length === 0 ? [] : [of.insertDues(batch.dues)]),
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

const changedBy = ({ touched, payments }: Batch): PaymentRow[] => [...touched].flatMap((id) => payments.get(id) ?? []);

function note(of: OneSubject, { pending, paid }: Pick<Batch, 'pending' | 'paid'>, payment: PaymentRow): void {
  const ids = pending.get(keyOf(payment));
  if (payment.state === 'pending') ids?.add(payment.paymentId);
  else ids?.delete(payment.paymentId);
  if (payment.state === 'completed') paid.get(payment.subject)?.set(payment.paymentId, paidBy(of, payment));
}

const sumOf = (paid: ReadonlyMap<string, number> | undefined): number =>
  [...(paid?.values() ?? [])].reduce((sum, cents) => sum + cents, 0);
