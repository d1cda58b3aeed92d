import { sql } from 'kysely';
import { readEntries } from '#domains/payments/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { hashDocument } from '../documents/hash-document.ts';
import type { InvoiceDocument } from '../documents/invoice-document.ts';
import { postingsOf } from './books.ts';

const PAGE = 500;

/** The block that issued an invoice or credit note, and what is stored of it. */
export type Stated = {
  readonly index: number;
  readonly action: string;
  readonly invoice: string;
  readonly sha256: string;
  readonly stored: {
    readonly kind: string;
    readonly index: number;
    readonly document: InvoiceDocument;
    readonly number: string;
    readonly account: string;
    readonly dueOn: string | null;
    readonly gross: number;
    readonly credit: number;
  } | null;
};

/**
 * Compares every invoice and credit note with the block that issued it: its document has the hash of the block, its row equals the
 * document, and its entry in the books follows from it. Finds gaps in the numbers of a year, and rows without a block.
 */
export async function compareInvoices(tx: Database, differences: Differences): Promise<void> {
  for (let after = -1; ; ) {
    const blocks = await readIssued(tx, after);
    const entries = await readEntries(
      tx,
      blocks.map(({ index }) => index),
    );
    for (const block of blocks) {
      const problem = describeIssued(block);
      if (problem !== undefined) differences.add('billing_invoices', `${block.invoice}: ${problem}`);
      else if (block.stored !== null) {
        const [due, booked] = [
          describeEntry(postingsOf(block.stored.document)),
          describeEntry(entries.get(block.index) ?? []),
        ];
        if (due !== booked) differences.add('book_postings', `block ${block.index} posts ${booked}, and states ${due}`);
      }
    }
    const last = blocks.at(-1);
    if (last === undefined || blocks.length < PAGE) break;
    after = last.index;
  }
  await compareClosed(tx, differences);
  await compareStrangers(tx, differences);
  await compareNumbers(tx, differences);
}

/** Describes how an issued invoice or credit note differs from its block, or returns undefined. */
export function describeIssued({ action, index, sha256, stored }: Stated): string | undefined {
  if (stored === null) return `was issued by block ${index}, and is not stored`;
  const { kind, account, document, number, dueOn, gross, credit } = stored;
  if (stored.index !== index) return `is stored as issued by block ${stored.index}, and is of block ${index}`;
  if (`billing.${kind}_issued` !== action) return `is stored as ${kind}, and block ${index} is ${action}`;
  if (hashDocument(document) !== sha256) return `its document differs from the hash in block ${index}`;
  if (document.number !== number)
    return `is stored with the number ${number}, but its document states ${document.number}`;
  if (document.account !== undefined && document.account !== account)
    return `is stored as of the account ${account}, but its document states ${document.account}`;
  if (kind === 'invoice' && document.dueOn !== dueOn)
    return `is stored as due on ${dueOn}, but its document states ${document.dueOn}`;
  const { grossCents, creditCents } = document.totals;
  if (grossCents !== gross || creditCents !== credit)
    return `is stored with ${gross} cents, of which credit paid ${credit}; its document states ${grossCents} and ${creditCents}`;
  return undefined;
}

const describeEntry = (postings: readonly { readonly account: string; readonly cents: number }[]): string =>
  postings
    .map(({ account, cents }) => `${account} ${cents}`)
    .toSorted()
    .join(', ') || 'nothing';

async function readIssued(tx: Database, after: number): Promise<Stated[]> {
  const { rows } = await sql<Stated>`
    select b.index, b.action, d->>'invoice' as invoice, d->>'sha256' as sha256,
      case when i.invoice_id is not null then json_build_object(
        'kind', i.kind, 'index', i.issued_index, 'document', i.document, 'number', i.number,
        'account', i.account_id, 'dueOn', to_char(i.due_at at time zone 'UTC', 'YYYY-MM-DD'), 'gross', i.gross_cents, 'credit', i.credit_cents
      ) end as stored
    from (
      select index, action, data::jsonb as d from ledger_blocks
      where domain = 'billing' and action in ('billing.invoice_issued', 'billing.credit_note_issued') and index > ${after}
      order by index limit ${PAGE}
    ) as b left join billing_invoices i on i.invoice_id = d->>'invoice'
    order by b.index
  `.execute(tx);
  return rows;
}

/** Finds invoices whose row is closed without such a block, or open despite one. */
async function compareClosed(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string; state: string; said: string | null }>`
    with closed as (
      select distinct on (d->>'invoice') d->>'invoice' as id, d->>'state' as said from (
        select index, data::jsonb as d from ledger_blocks where domain = 'billing' and action = 'billing.invoice_closed'
      ) as blocks order by d->>'invoice', index desc
    )
    select coalesce(invoice_id, id) as id, coalesce(state, 'nothing') as state, said
    from closed full join (select * from billing_invoices where kind = 'invoice') as i on invoice_id = id
    where (state in ('void', 'uncollectible') and state is distinct from said)
      or (said = 'void' and state is distinct from 'void') or (said = 'uncollectible' and state in ('draft', 'open'))
    order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id, state, said } of rows)
    differences.add('billing_invoices', `${id} is stored as ${state}, but its blocks state ${said ?? 'open'}`);
}

/** Finds issued invoices without a block. */
async function compareStrangers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select invoice_id as id from billing_invoices where issued_index is not null and not exists (
      select 1 from ledger_blocks where index = issued_index and domain = 'billing' and data::jsonb->>'invoice' = invoice_id
    ) order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id } of rows) differences.add('billing_invoices', `${id} is of no block`);
}

/** Finds gaps in the numbers of each year. */
async function compareNumbers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ year: string; count: number; highest: number; next: number | null }>`
    select n.year, n.count, n.highest, b.next from (
      select split_part(number, '-', 1) as year, count(*)::int as count, max(split_part(number, '-', 2)::int) as highest
      from billing_invoices where number is not null group by 1
    ) as n left join billing_numbers b on b.year::text = n.year
    where n.count <> n.highest or b.next is distinct from n.highest + 1
  `.execute(tx);
  for (const { year, count, highest, next } of rows)
    differences.add(
      'billing_numbers',
      `${year} has ${counted(count, 'document')} up to number ${highest}, and ${next ?? 'none'} as the next`,
    );
}
