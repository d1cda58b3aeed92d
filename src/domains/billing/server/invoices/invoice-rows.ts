import { sql } from 'kysely';
import type { InvoiceState } from '#domains/billing/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { ALPHABET, newRandomId } from '../random-id.ts';

const BASE = BigInt(ALPHABET.length);

export const newInvoiceId = (): string => newRandomId('inv');

/** Returns an invoice id as the UUID for the subject of an idempotency key: its 100 bits as a number. */
export function subjectOf(invoiceId: string): string {
  const digits = [...invoiceId.slice('inv_'.length)].map((letter) => BigInt(ALPHABET.indexOf(letter)));
  const hex = digits
    .reduce((number, digit) => number * BASE + digit, 0n)
    .toString(16)
    .padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the invoice id of a subject. */
export function fromSubject(subject: string): string {
  let rest = BigInt(`0x${subject.replaceAll('-', '')}`);
  const letters = Array.from({ length: 20 }, () => {
    const letter = ALPHABET[Number(rest % BASE)] ?? '';
    rest /= BASE;
    return letter;
  });
  return `inv_${letters.toReversed().join('')}`;
}

/** An invoice or credit note as stored in its row. Times are in seconds since 1970, in the billing time of its account. */
export type InvoiceRow = {
  readonly invoiceId: string;
  readonly accountId: string;
  readonly kind: 'invoice' | 'credit_note';
  readonly state: InvoiceState;
  readonly number: string | null;
  readonly title: string;
  /** The lines of a draft; the whole document once it is issued. */
  readonly document: Pick<InvoiceDocument, 'lines'> & Partial<InvoiceDocument>;
  readonly sha256: Buffer | null;
  readonly issuedIndex: number | null;
  readonly grossCents: number;
  readonly creditCents: number;
  readonly creditedCents: number;
  readonly paidCents: number;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly createdAt: number;
  readonly issuedAt: number | null;
  readonly dueAt: number | null;
  readonly reason: string | null;
  readonly dunningStep: number;
  readonly dunningAt: number | null;
};

const columns = sql`
  invoice_id as "invoiceId", account_id as "accountId", kind, state, number, title, document, sha256, issued_index as "issuedIndex",
  gross_cents as "grossCents", credit_cents as "creditCents", credited_cents as "creditedCents", paid_cents as "paidCents",
  extract(epoch from period_start)::bigint as "periodStart", extract(epoch from period_end)::bigint as "periodEnd",
  extract(epoch from created_at)::bigint as "createdAt", extract(epoch from issued_at)::bigint as "issuedAt",
  extract(epoch from due_at)::bigint as "dueAt", reason, dunning_step as "dunningStep",
  extract(epoch from dunning_at)::bigint as "dunningAt"
`;

/** Returns the amount left to pay of an invoice, in cents; zero for a closed invoice, and for a credit note. */
export const leftOf = ({ kind, state, grossCents, creditCents, creditedCents, paidCents }: InvoiceRow): number =>
  kind === 'credit_note' || state === 'void' ? 0 : Math.max(0, grossCents - creditCents - creditedCents - paidCents);

export async function findInvoice(db: Database, invoiceId: string): Promise<InvoiceRow | undefined> {
  const { rows } =
    await sql<InvoiceRow>`select ${columns} from billing_invoices where invoice_id = ${invoiceId}`.execute(db);
  return rows[0];
}

/** Reads a page of the invoices and credit notes of an account, the newest first, and counts them all. */
export async function listInvoicesOf(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<InvoiceRow>`
      select ${columns} from billing_invoices where account_id = ${accountId}
      order by created_at desc, number desc nulls first, invoice_id limit ${limit} offset ${offset}
    `.execute(db),
    sql<{ total: number }>`
      select count(*)::bigint as total from billing_invoices where account_id = ${accountId}
    `.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Reads the invoices of these accounts that wait for a time: drafts, and open invoices with a next reminder. The accounts are locked. */
export async function readWaiting(tx: Database, accountIds: readonly string[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from billing_invoices
    where account_id = any(${accountIds}::uuid[]) and (state = 'draft' or dunning_at is not null)
    order by created_at, invoice_id
  `.execute(tx);
  return rows;
}

/** Reads the invoices of an account with an amount due, the oldest first. */
export async function readOwed(db: Database, accountId: string): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from billing_invoices
    where account_id = ${accountId} and state in ('open', 'uncollectible') order by created_at, invoice_id limit 1000
  `.execute(db);
  return rows.filter((row) => row.kind === 'invoice' && leftOf(row) > 0);
}

/** Reads those with an amount due whose due date has passed at a time, in seconds since 1970. */
export const readOverdue = async (db: Database, accountId: string, now: number): Promise<InvoiceRow[]> =>
  (await readOwed(db, accountId)).filter(({ dueAt }) => dueAt !== null && dueAt <= now);
