import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { dunningAt, dunningSteps, READ_ONLY_STEP } from '../dunning/dunning-steps.ts';
import { stopsRecording } from '../dunning/release.ts';
import { describeIssued, type Stated } from '../invoices/compare-invoices.ts';

const PAGE = 500;

/** An open invoice whose reminders do not follow from its due day. Times are in seconds since 1970. */
type Altered = Stated & {
  readonly accountId: string;
  readonly dueAt: number;
  /** The number of steps taken: of the stored ones, those that are recorded and whose time has come. */
  readonly step: number;
};

/**
 * Compares the reminders of open invoices with their due days, which their documents state, and restores their times: each invoice is reminded of when it is
 * due to be. Then has accounts record, or not, as their invoices say. Returns the ids of accounts with an invoice whose due day differs from its block; they
 * are logged and stay as they are.
 */
export async function restoreReminders(billing: Pick<Billing, 'database' | 'log' | 'clock'>): Promise<string[]> {
  const { database, log } = billing;
  const altered = new Set<string>();
  for (let after: string | undefined; ; ) {
    const page = await readAltered(billing, after);
    for (const one of page) {
      const { accountId, invoice, index, step, dueAt } = one;
      const problem = describeIssued(one);
      if (problem !== undefined) {
        altered.add(accountId);
        log.error({ account: accountId, invoice, block: index, problem }, 'an open invoice differs from its block');
        continue;
      }
      await restoreSteps(database, one, { step, at: dunningAt(step, dueAt) ?? null });
      log.warn({ account: accountId, invoice }, 'the next reminder was altered; its time is restored by the due day');
    }
    after = page.at(-1)?.invoice ?? after;
    if (page.length < PAGE) break;
  }
  await restoreReadOnly(billing);
  return [...altered];
}

async function readAltered({ database, clock }: Pick<Billing, 'database' | 'clock'>, after: string | undefined) {
  const [days, kinds] = [dunningSteps.map(({ day }) => day), dunningSteps.map(({ kind }) => kind)];
  const { rows } = await sql<Altered>`
    with reminded as (
      select i.*, least(dunning_step, ${days.length - 1}, (
        select count(distinct kind) from billing_events e where e.account_id = i.account_id and e.invoice_id = i.invoice_id and kind = any(${kinds}::text[])
      ), (
        select count(*) from unnest(${days}::int[]) as day
        where due_at + make_interval(hours => 24 * day)
          <= to_timestamp(${secondsOf(clock)}::float8) + make_interval(secs => a.clock_offset_seconds)
      ))::int as step
      from billing_invoices i join billing_accounts a using (account_id)
      where i.kind = 'invoice' and i.state = 'open' and invoice_id > ${after ?? ''}
    )
    select invoice_id as invoice, account_id as "accountId", extract(epoch from due_at)::bigint as "dueAt", step, issued_index as index,
      coalesce(b.action, '') as action, b.data::jsonb->>'sha256' as sha256, json_build_object(
        'kind', kind, 'index', issued_index, 'document', document, 'number', number, 'account', account_id,
        'dueOn', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD'), 'gross', gross_cents, 'credit', credit_cents
      ) as stored
    from reminded left join ledger_blocks b on b.index = issued_index and b.domain = 'billing' and b.data::jsonb->>'invoice' = invoice_id
    where dunning_step <> step or dunning_at is distinct from due_at + make_interval(hours => 24 * (${days}::int[])[step + 1])
      or to_char(due_at at time zone 'UTC', 'YYYY-MM-DD') is distinct from document->>'dueOn'
    order by invoice_id limit ${PAGE}
  `.execute(database);
  return rows;
}

/** Unless the invoice was paid or reminded of meanwhile. */
async function restoreSteps(
  db: Database,
  { accountId, invoice }: Altered,
  { step, at }: { step: number; at: number | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from billing_accounts where account_id = ${accountId} for update`.execute(tx);
    await sql`
      update billing_invoices set dunning_step = ${step}, dunning_at = to_timestamp(${at}::float8)
      where invoice_id = ${invoice} and state = 'open' and dunning_step >= ${step}
    `.execute(tx);
  });
}

/** Has accounts record again, or no longer, whose rows differ from what their invoices say. */
async function restoreReadOnly({ database, log }: Pick<Billing, 'database' | 'log'>): Promise<void> {
  const unpaid = sql`(
    select min(due_at) from billing_invoices i where i.account_id = a.account_id and ${stopsRecording}
  )`;
  const differs = sql`(read_only_since is null) <> (${unpaid} is null)`;
  for (let after: string | undefined; ; ) {
    const { rows } = await sql<{ id: string }>`
      select account_id as id from billing_accounts a
      where ${differs} and (${after ?? null}::uuid is null or account_id > ${after ?? null}::uuid) order by 1 limit ${PAGE}
    `.execute(database);
    for (const { id } of rows) {
      const days = dunningSteps[READ_ONLY_STEP - 1]?.day ?? 0;
      // Locked first: the invoices are read as they are after a change in progress.
      const changed = await database.transaction().execute(async (tx) => {
        await sql`select 1 from billing_accounts where account_id = ${id} for update`.execute(tx);
        const { numAffectedRows } = await sql`
          update billing_accounts a set read_only_since = ${unpaid} + make_interval(hours => ${24 * days})
          where account_id = ${id} and ${differs}
        `.execute(tx);
        return numAffectedRows === 1n;
      });
      if (changed)
        log.warn({ account: id }, 'whether the account may record was altered; it is restored by its invoices');
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return;
  }
}
