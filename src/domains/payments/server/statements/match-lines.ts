import { sql } from 'kysely';
import type { Candidate, StatementLine } from '#domains/payments/contract.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findCreditorReferences } from '../creditor-reference.ts';
import type { Payments } from '../open-payments.ts';
import type { Clerk, Recognized } from '../payee.ts';
import { type PaymentRow, readPayments } from '../payments.ts';
import { mayConfirm } from '../require-pending.ts';
import type { Plan } from './bank-lines.ts';
import { type ByHand, findConfirmedByHand, isTransferOf } from './confirmed-by-hand.ts';
import { findNearReferences } from './near-references.ts';

const CANDIDATES_MAX = 5;
const LINES_AT_ONCE = 25;
/** If more payments have the same amount, the amount does not identify one. */
const SAME_AMOUNT_MAX = 3;

const plan = (state: Plan['state'], rest: Partial<Plan> = {}): Plan => ({
  state,
  act: null,
  kind: null,
  subject: null,
  paymentId: null,
  candidates: [],
  ...rest,
});

/** The plan for a line, and the references of payments in its text. */
export type Planned = Plan & { readonly references: readonly string[] };

/**
 * Plans the act for each line. Only the exact reference of one payment is certain, and what a payee recognizes for certain, such as the number of
 * an invoice with the amount due. Any other line waits for a decision, with candidates
 * for what it might pay, and so does money that the caller may not confirm. The line of a payment that was confirmed by hand is
 * matched to it, and a further line waits for a decision. Money with the reference of a payment that another line settled goes to the
 * parts of that payment.
 */
export async function planLines(
  payments: Payments,
  caller: Clerk,
  lines: readonly StatementLine[],
): Promise<Planned[]> {
  const { database } = payments;
  const exact = lines.map(({ text }) => findCreditorReferences(text));
  const named = await readByReference(database, exact.flat());
  const found = exact.map((references) => distinct(references.flatMap((one) => named.get(one) ?? [])));
  const byHand = await findConfirmedByHand(database, found.flat());
  const isOpen = (n: number) => lines[n]?.currency === 'USD' && (lines[n]?.cents ?? 0) > 0 && found[n]?.length === 0;
  const undecided = lines.map((line, n) => (isOpen(n) ? line : undefined));
  const recognized = await recognize(
    payments,
    undecided.map((line) => line?.text ?? ''),
  );
  const guessed = await guess(payments, undecided, recognized);
  const planOf = (line: StatementLine, n: number): Plan => {
    const own = found[n] ?? [];
    if (line.currency !== 'USD') return plan('foreign');
    const [only, ...others] = own;
    const confirmed = others.length === 0 ? byHand.get(only?.paymentId ?? '') : undefined;
    if (confirmed !== undefined && line.cents > 0) return planConfirmed(line, confirmed);
    if (only !== undefined && !mayConfirm(payments, caller, only.kind)) {
      const candidates = [candidate(only, 'Its reference; an administrator confirms it')];
      return line.cents < 0 ? plan('listed', { candidates }) : plan('acting', { act: 'suspend', candidates });
    }
    if (line.cents < 0) return planDebit(only, others.length);
    if (only === undefined) {
      const certain = findCertain(line, recognized[n] ?? []);
      if (certain === undefined || !mayConfirm(payments, caller, certain.kind))
        return plan('acting', { act: 'suspend', candidates: guessed[n] ?? [] });
      const { kind, subject } = certain;
      return plan('acting', { act: 'receive', kind, subject, candidates: [toCandidate(certain)] });
    }
    if (others.length > 0)
      return plan('acting', { act: 'suspend', candidates: own.map((payment) => candidate(payment, 'Its reference')) });
    const { kind, subject, paymentId } = only;
    if (only.state === 'pending') {
      const candidates = [{ ...candidate(only, 'Its reference'), paymentId: null }];
      return plan('acting', { act: 'settle', kind, subject, paymentId, candidates });
    }
    const act = payments.payees.get(kind)?.unannounced === undefined ? 'suspend' : 'receive';
    return plan('acting', {
      act,
      kind,
      subject,
      paymentId,
      candidates: [candidate(only, closedReasons[only.state])],
    });
  };
  return lines.map((line, n) => ({
    ...planOf(line, n),
    references: (found[n] ?? []).flatMap(({ reference }) => reference ?? []),
  }));
}

/** Plans a line of a payment confirmed by hand. Any account may match it, because matching confirms nothing. A person decides about a second transfer. */
function planConfirmed(line: StatementLine, confirmed: ByHand): Plan {
  const { payment } = confirmed;
  const { kind, subject, paymentId } = payment;
  const candidates = [
    { ...candidate(payment, 'Its reference, of a payment that was confirmed before'), paymentId: null },
  ];
  if (isTransferOf(line, confirmed)) return plan('acting', { act: 'match', kind, subject, paymentId, candidates });
  return plan('acting', { act: 'suspend', candidates });
}

/** Why a payment with the reference of a line is not settled by it. */
const closedReasons: Readonly<Record<PaymentRow['state'], string>> = {
  pending: 'Its reference',
  completed: 'Its reference; that payment was completed before',
  failed: 'Its reference; that payment was closed as not arrived',
};

/** Plans a transfer that the bank returned. It has the reference of its payment, whose money may be another line of the same chunk. */
function planDebit(payment: PaymentRow | undefined, others: number): Plan {
  if (payment === undefined || others > 0) return plan('listed');
  const { kind, subject, paymentId } = payment;
  const candidates = [candidate(payment, 'Its reference')];
  if (payment.state === 'failed' || payment.reversedCents > 0) return plan('listed', { candidates });
  return plan('acting', { act: 'reverse', kind, subject, paymentId, candidates });
}

const candidate = ({ kind, subject, paymentId }: PaymentRow, reason: string): Candidate => ({
  kind,
  subject,
  paymentId,
  reason,
});

const distinct = (rows: readonly PaymentRow[]): PaymentRow[] => [
  ...new Map(rows.map((row) => [row.paymentId, row])).values(),
];

/** A subject that the text of a line names. */
type Named = Recognized & { readonly kind: string };

const toCandidate = ({ kind, subject, reason }: Named): Candidate => ({ kind, subject, reason, paymentId: null });

/** Returns what a line pays for certain: the only one with a reference, or else the only one named, if the amount is exact. */
function findCertain({ cents }: StatementLine, named: readonly Named[]): Named | undefined {
  const [referenced, ...more] = named.filter(({ certain }) => certain === 'reference');
  if (referenced !== undefined) return more.length === 0 ? referenced : undefined;
  const [only, ...others] = named;
  const { certain } = only ?? {};
  return others.length === 0 && typeof certain === 'object' && certain.cents === cents ? only : undefined;
}

/** Returns what each line might pay: by a mistyped reference, then by its text, then by a unique amount. */
async function guess(
  payments: Payments,
  lines: readonly (StatementLine | undefined)[],
  recognized: readonly (readonly Named[])[],
): Promise<Candidate[][]> {
  const { database } = payments;
  const near: string[][] = [];
  for (const [n, line] of lines.entries()) {
    near.push(line === undefined ? [] : findNearReferences(line.text));
    // A mistyped reference takes half a millisecond, so yield to other requests.
    if (n % LINES_AT_ONCE === 0) await new Promise(setImmediate);
  }
  const amounts = lines.flatMap((line) => line?.cents ?? []);
  const [nearby, sameAmount] = await Promise.all([
    readByReference(database, near.flat()),
    readByAmount(database, amounts),
  ]);
  return lines.map((line, n) => {
    if (line === undefined) return [];
    const mistyped = (near[n] ?? []).flatMap((reference) => {
      const payment = nearby.get(reference);
      return payment === undefined ? [] : [candidate(payment, `Reference almost ${reference}`)];
    });
    const certain = [...mistyped, ...(recognized[n] ?? []).map(toCandidate)];
    const alike = sameAmount.get(line.cents) ?? [];
    const guesses =
      certain.length > 0 || alike.length > SAME_AMOUNT_MAX
        ? certain
        : alike.map((payment) => candidate(payment, 'Same amount'));
    return guesses.slice(0, CANDIDATES_MAX);
  });
}

async function recognize({ payees }: Payments, texts: readonly string[]): Promise<Named[][]> {
  const all: Named[][] = texts.map(() => []);
  for (const [kind, { unannounced }] of payees) {
    const found = (await unannounced?.recognize(texts)) ?? [];
    for (const [n, subjects] of found.entries()) all[n]?.push(...subjects.map((one) => ({ ...one, kind })));
  }
  return all;
}

async function readByReference(db: Database, references: readonly string[]): Promise<Map<string, PaymentRow>> {
  if (references.length === 0) return new Map();
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from payments where reference = any(${textArray([...new Set(references)])}::text[]) and method = 'bank'
  `.execute(db);
  const found = await readPayments(
    db,
    rows.map((row) => row.payment_id),
  );
  return new Map(found.map((payment) => [payment.reference ?? '', payment]));
}

async function readByAmount(db: Database, amounts: readonly number[]): Promise<Map<number, PaymentRow[]>> {
  if (amounts.length === 0) return new Map();
  const { rows } = await sql<{ payment_id: string }>`
    select p.payment_id from unnest(${int8Array([...new Set(amounts)])}::bigint[]) as wanted (cents)
    cross join lateral (
      select payment_id from payments where state = 'pending' and method = 'bank' and amount_cents = wanted.cents
      limit ${SAME_AMOUNT_MAX + 1}
    ) as p
  `.execute(db);
  const found = await readPayments(
    db,
    rows.map((row) => row.payment_id),
  );
  return Map.groupBy(found, ({ amountCents }) => amountCents);
}
