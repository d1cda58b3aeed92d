import { sql } from 'kysely';
import type { InvoiceState } from '#domains/billing/contract.ts';
import { readPaidOn } from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { sumOf } from '../payments/due.ts';
import { invoicePayments } from '../payments/invoice-payments.ts';
import { describeIssued, type Stated } from './compare-invoices.ts';
import { describeUnstated, readUnstatedCredits } from './unstated-credits.ts';

/** An issued invoice or credit note of an account with credit, and what the blocks state of it. */
type Source = Omit<Stated, 'index' | 'action' | 'sha256'> & {
  readonly accountId: string;
  /** Null for one of no block. */
  readonly index: number | null;
  readonly action: string;
  readonly sha256: string;
  readonly state: InvoiceState;
  /** The state of the newest block that closed it; null if none did. */
  readonly closed: string | null;
  readonly payable: number;
  readonly paid: number;
  /** The number of the invoice that a credit note is about, as stored. */
  readonly about: string | null;
};

/**
 * Requires that the credit of accounts follows from their invoices and credit notes, and these from the blocks: their documents, what was paid on them, and
 * which are closed. The accounts are locked, with this credit in cents.
 *
 * @throws DamagedCredit
 */
export async function requireGenuineCredits(
  tx: Database,
  accountIds: readonly string[],
  credits: ReadonlyMap<string, number>,
): Promise<void> {
  const [unstated] = await readUnstatedCredits(tx, { accountIds, limit: 1 });
  if (unstated !== undefined) throw new DamagedCredit(unstated.accountId, describeUnstated(unstated));
  // Only credit that can be used needs sources.
  const rich = accountIds.filter((id) => (credits.get(id) ?? 0) > 0);
  if (rich.length === 0) return;
  const sources = await readSources(tx, rich);
  const paid = await readPaidOn(
    tx,
    invoicePayments,
    sources.map(({ invoice }) => invoice),
  );
  for (const source of sources) {
    const problem = describeProblem(source, sumOf(new Map([[source.invoice, paid.get(source.invoice) ?? new Map()]])));
    if (problem !== undefined) throw new DamagedCredit(source.accountId, `${source.invoice}: ${problem}`);
  }
}

function describeProblem({ index, ...source }: Source, paid: number): string | undefined {
  if (index === null) return 'is of no block';
  const { state, closed, stored, about } = source;
  const issued = describeIssued({ ...source, index });
  if (issued !== undefined) return issued;
  const isClosed = state === 'void' || state === 'uncollectible';
  if ((isClosed || closed === 'void') && state !== closed)
    return `is stored as ${state}, but its blocks state ${closed ?? 'open'}`;
  if (stored?.kind === 'credit_note')
    return stored.document.preceding?.number === about ? undefined : `is stored as about the invoice ${about}`;
  // A payment that has just completed may not be counted yet.
  if (source.paid > paid) return `has ${source.paid} cents as paid, and the blocks state ${paid}`;
  return state === 'paid' && source.paid < source.payable
    ? `is paid, with ${source.paid} of ${source.payable} cents`
    : undefined;
}

async function readSources(tx: Database, accountIds: readonly string[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select i.account_id as "accountId", i.invoice_id as invoice, b.index, b.action, b.data::jsonb->>'sha256' as sha256,
      i.state, closed.state as closed, i.gross_cents - i.credit_cents - i.credited_cents as payable, i.paid_cents as paid,
      preceding.number as about, json_build_object(
        'kind', i.kind, 'index', i.issued_index, 'document', i.document, 'number', i.number, 'account', i.account_id,
        'dueOn', to_char(i.due_at at time zone 'UTC', 'YYYY-MM-DD'), 'gross', i.gross_cents, 'credit', i.credit_cents
      ) as stored
    from billing_invoices i
    left join ledger_blocks b on b.index = i.issued_index and b.domain = 'billing' and b.data::jsonb->>'invoice' = i.invoice_id
      and b.action in ('billing.invoice_issued', 'billing.credit_note_issued')
    left join billing_invoices preceding on preceding.invoice_id = i.preceding
    left join lateral (
      select data::jsonb->>'state' as state from ledger_blocks
      where domain = 'billing' and action = 'billing.invoice_closed' and data::jsonb->>'invoice' = i.invoice_id
      order by index desc limit 1
    ) as closed on true
    where i.account_id = any(${accountIds}::uuid[]) and i.number is not null
    order by i.invoice_id
  `.execute(tx);
  return rows;
}

/** Thrown if the credit of an account does not follow from the blocks: it pays no invoice, and no invoice is issued without it. */
export class DamagedCredit extends AppError {
  constructor(accountId: string, problem: string) {
    super(unavailable, 'The stored credit differs from the blocks, so no invoice is issued.', {
      hint: 'Ask the operator of this server to compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The credit of the account ${accountId} does not follow from the blocks: ${problem}`),
    });
  }
}
