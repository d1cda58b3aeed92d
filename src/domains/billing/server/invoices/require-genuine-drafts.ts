import { sql } from 'kysely';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type CommittedEvent, hashEvents } from '../subscription/commit-to.ts';
import type { ToIssue } from './compose-invoice.ts';
import { DRAFT_SECONDS, hashDraft } from './drafts.ts';

/** The block of the change that made a draft, and what is stored of the change. */
type Made = {
  readonly invoiceId: string;
  readonly index: number;
  readonly subscriptionId: string;
  readonly secret: Buffer;
  readonly events: string;
  readonly sha256: string;
  readonly stored: readonly CommittedEvent[];
};

/**
 * Requires that drafts are those that changes of their subscriptions made. The block of a change states the hash of the lines that the pricing engine
 * returned for it, and no later block issued or closed the draft.
 *
 * @throws DamagedDraft
 */
export async function requireGenuineDrafts(tx: Database, drafts: readonly ToIssue[]): Promise<void> {
  if (drafts.length === 0) return;
  const ids = drafts.map(({ invoiceId }) => invoiceId);
  const made = new Map((await readMade(tx, ids)).map((one) => [one.invoiceId, one]));
  const ended = await readEnded(tx, ids);
  for (const draft of drafts) {
    const problem = describeProblem(draft, made.get(draft.invoiceId)) ?? ended.get(draft.invoiceId);
    if (problem !== undefined) throw new DamagedDraft(draft.invoiceId, problem);
  }
}

function describeProblem({ at, ...draft }: ToIssue, made: Made | undefined): string | undefined {
  if (made === undefined) return 'is of no block';
  const { index, secret, subscriptionId, events, stored, sha256 } = made;
  if (hashEvents({ subscriptionId, secret }, stored) !== events)
    return `is of block ${index}, whose events were altered`;
  // It is issued an hour after it was made.
  return hashDraft({ ...draft, at: at - DRAFT_SECONDS }) === sha256
    ? undefined
    : `differs from the hash in block ${index}`;
}

async function readMade(tx: Database, invoiceIds: readonly string[]): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select made.invoice_id as "invoiceId", b.index, s.subscription_id as "subscriptionId", s.secret, b.data::jsonb->>'events' as events,
      made.detail->>'sha256' as sha256, (
        select json_agg(json_build_object(
          'at', extract(epoch from e.at)::bigint, 'kind', e.kind, 'invoiceId', e.invoice_id, 'detail', e.detail, 'by', e.by_username
        ) order by event_id)
        from billing_events e where e.block_index = b.index and e.account_id = made.account_id
      ) as stored
    from billing_events made join billing_subscriptions s using (account_id)
    join ledger_blocks b on b.index = made.block_index and b.domain = 'billing' and b.action = 'billing.subscription_changed'
      and b.data::jsonb->>'subscription' = s.subscription_id
    where made.invoice_id = any(${invoiceIds}::text[]) and made.kind = 'invoice_drafted'
  `.execute(tx);
  return rows;
}

/** Finds drafts that a block issued or closed: their rows were set back. */
async function readEnded(tx: Database, invoiceIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; index: number }>`
    select data::jsonb->>'invoice' as id, min(index) as index from ledger_blocks
    where domain = 'billing' and action in ('billing.invoice_issued', 'billing.invoice_closed')
      and data::jsonb->>'invoice' = any(${invoiceIds}::text[]) group by 1
  `.execute(tx);
  return new Map(rows.map(({ id, index }) => [id, `was issued or closed by block ${index}`]));
}

/** Thrown for a draft that follows from no change of a subscription: it is not issued. */
export class DamagedDraft extends AppError {
  constructor(invoiceId: string, problem: string) {
    super(unavailable, 'The stored draft differs from the blocks, so no invoice is issued.', {
      hint: 'Ask the operator of this server to compare the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The draft ${invoiceId} ${problem}`),
    });
  }
}
