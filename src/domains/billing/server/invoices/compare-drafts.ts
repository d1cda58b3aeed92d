import { sql } from 'kysely';
import { sumOf } from '#domains/billing/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { hashDraft } from './drafts.ts';
import type { InvoiceRow } from './invoice-rows.ts';

const PAGE = 500;

type Drafted = {
  readonly eventId: number;
  readonly index: number;
  readonly invoiceId: string;
  readonly sha256: string;
  /** Null if it is not stored. */
  readonly stored:
    | (Pick<InvoiceRow, 'accountId' | 'title' | 'document' | 'number' | 'grossCents' | 'createdAt'> & {
        readonly periodStart: number;
        readonly periodEnd: number;
      })
    | null;
};

/**
 * Compares every invoice that was a draft, and every draft, with the change of the subscription that made it: its account, period and lines. A
 * draft without a change is found. A voided draft has a block that states so.
 */
export async function compareDrafts(tx: Database, differences: Differences): Promise<void> {
  for (let after = 0; ; ) {
    const drafted = await readDrafted(tx, after);
    for (const { invoiceId, index, sha256, stored } of drafted) {
      if (stored === null)
        differences.add('billing_invoices', `${invoiceId}: was drafted in block ${index}, and is not stored`);
      else if (hashDraft(toDraft(stored)) !== sha256)
        differences.add('billing_invoices', `${invoiceId}: differs from the draft of block ${index}`);
      else if (stored.number === null && stored.grossCents !== sumOf(stored.document.lines))
        differences.add('billing_invoices', `${invoiceId}: its total differs from its lines`);
    }
    after = drafted.at(-1)?.eventId ?? after;
    if (drafted.length < PAGE) break;
  }
  const { rows } = await sql<{ id: string }>`
    select invoice_id as id from billing_invoices i where number is null and not exists (
      select 1 from billing_events e where e.invoice_id = i.invoice_id and e.kind = 'invoice_drafted' and e.block_index is not null
    ) order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id } of rows) differences.add('billing_invoices', `${id}: is a draft of no block`);
}

const toDraft = ({
  accountId,
  title,
  document,
  periodStart,
  periodEnd,
  createdAt,
}: NonNullable<Drafted['stored']>) => ({
  ...{ accountId, title, lines: document.lines, at: createdAt },
  period: { start: periodStart, end: periodEnd },
});

/** Reads drafts with the blocks that cover them: `compareSubscriptions` compares the events with the hash of the block. */
async function readDrafted(tx: Database, after: number): Promise<Drafted[]> {
  const { rows } = await sql<Drafted>`
    select e.event_id as "eventId", e.block_index as index, e.invoice_id as "invoiceId", e.detail->>'sha256' as sha256,
      case when i.invoice_id is not null then json_build_object(
        'accountId', i.account_id, 'title', i.title, 'document', i.document, 'number', i.number, 'grossCents', i.gross_cents,
        'createdAt', extract(epoch from i.created_at)::bigint, 'periodStart', extract(epoch from i.period_start)::bigint,
        'periodEnd', extract(epoch from i.period_end)::bigint
      ) end as stored
    from billing_events e left join billing_invoices i using (invoice_id)
    where e.kind = 'invoice_drafted' and e.block_index is not null and e.event_id > ${after}
    order by e.event_id limit ${PAGE}
  `.execute(tx);
  return rows;
}
