import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Billing } from '../billing.ts';
import type { ToIssue } from '../invoices/compose-invoice.ts';
import { DRAFT_SECONDS, hashDraft } from '../invoices/drafts.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { DamagedDraft, requireGenuineDrafts } from '../invoices/require-genuine-drafts.ts';

const PAGE = 500;

/** A draft that no block has issued or closed, by the event of the change that made it. Times are in seconds since 1970. */
type Drafted = {
  readonly eventId: number;
  readonly accountId: string;
  readonly invoiceId: string;
  readonly index: number;
  readonly at: number;
  readonly sha256: string;
  /** Null if it is not stored. */
  readonly stored:
    | (Pick<InvoiceRow, 'accountId' | 'state' | 'title' | 'document' | 'createdAt'> & {
        readonly periodStart: number;
        readonly periodEnd: number;
      })
    | null;
};

/**
 * Compares drafts that no block has issued or closed with the changes that made them, and restores the time of a draft where it alone was altered: each is
 * issued when the blocks say. Returns the ids of accounts whose drafts differ otherwise, are closed or are not stored; they are logged and stay as they are.
 */
export async function restoreDrafts({ database, log }: Pick<Billing, 'database' | 'log'>): Promise<string[]> {
  const altered: string[] = [];
  for (let after = 0; ; ) {
    const page = await readDrafted(database, after);
    for (const drafted of page) {
      const { accountId, invoiceId, index, at, sha256, stored } = drafted;
      const isOpen = stored?.state === 'draft';
      if (isOpen && hashDraft({ ...contentOf(stored), at: stored.createdAt }) === sha256) continue;
      const facts = { account: accountId, invoiceId, block: index };
      const made: ToIssue | undefined = isOpen
        ? { ...contentOf(stored), invoiceId, kind: 'invoice', at: at + DRAFT_SECONDS }
        : undefined;
      if (made === undefined || !(await isGenuine(database, made))) {
        altered.push(accountId);
        log.error(facts, 'a draft differs from the block of the change that made it; it is left unchanged');
        continue;
      }
      await sql`
        update billing_invoices set created_at = to_timestamp(${at}) where invoice_id = ${invoiceId} and state = 'draft'
      `.execute(database);
      log.warn(facts, 'the time of a draft was altered; it is restored by the block');
    }
    after = page.at(-1)?.eventId ?? after;
    if (page.length < PAGE) return altered;
  }
}

const contentOf = ({ accountId, title, document, periodStart, periodEnd }: NonNullable<Drafted['stored']>) => ({
  ...{ accountId, title, lines: document.lines },
  period: { start: periodStart, end: periodEnd },
});

async function isGenuine(db: Database, draft: ToIssue): Promise<boolean> {
  try {
    await requireGenuineDrafts(db, [draft]);
    return true;
  } catch (error) {
    if (error instanceof DamagedDraft) return false;
    throw error;
  }
}

async function readDrafted(db: Database, after: number): Promise<Drafted[]> {
  const { rows } = await sql<Drafted>`
    select e.event_id as "eventId", e.account_id as "accountId", e.invoice_id as "invoiceId", e.block_index as index,
      extract(epoch from e.at)::bigint as at, e.detail->>'sha256' as sha256,
      case when i.invoice_id is not null then json_build_object(
        'accountId', i.account_id, 'state', i.state, 'title', i.title, 'document', i.document,
        'createdAt', extract(epoch from i.created_at)::bigint, 'periodStart', extract(epoch from i.period_start)::bigint,
        'periodEnd', extract(epoch from i.period_end)::bigint
      ) end as stored
    from billing_events e left join billing_invoices i using (invoice_id)
    where e.kind = 'invoice_drafted' and e.block_index is not null and e.event_id > ${after} and not exists (
      select 1 from ledger_blocks b where b.domain = 'billing' and b.action in ('billing.invoice_issued', 'billing.invoice_closed')
        and b.data::jsonb->>'invoice' = e.invoice_id
    )
    order by e.event_id limit ${PAGE}
  `.execute(db);
  return rows;
}
