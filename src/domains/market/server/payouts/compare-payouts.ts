import { sql } from 'kysely';
import { actionsOf, describeEntry, findEntriesBeside, move, readEntries } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { books } from '../deposits/deposit-books.ts';
import { deposits } from '../deposits/deposits.ts';
import type { Market } from '../open-market.ts';
import { commitToNote } from './commit-note.ts';

type SecretBox = Market['secretBox'];

const PAGE = 500;

/**
 * Compares every payout and its entries in the books with the blocks, its account with its address, and what is shown of its bank account with the
 * encrypted one, if this server has the key. The bank accounts are in no block.
 */
export async function comparePayouts(
  tx: Database,
  differences: Differences,
  secretBox: SecretBox | undefined,
): Promise<void> {
  const { rows } = await sql<{ id: string; problem: string }>`
    with stated as (
      select d->>'payout' as id,
        max(concat_ws(' ', d->>'address', d->>'cents')) filter (where action = 'market.cash_paid_out') as asked,
        max(concat_ws(' ', d->>'address', d->>'cents')) filter (where action <> 'market.cash_paid_out') as moved,
        max(index) filter (where action = 'market.cash_paid_out') as requested,
        max(index) filter (where action <> 'market.cash_paid_out') as decided,
        coalesce(max(replace(action, 'market.payout_', '')) filter (where action <> 'market.cash_paid_out'), 'requested') as state,
        count(*) as blocks
      from (
        select index, action, data::jsonb as d from ledger_blocks
        where domain = 'market' and domain <> 'trace'
          and action in ('market.cash_paid_out', 'market.payout_sent', 'market.payout_returned')
      ) as blocks group by d->>'payout'
    )
    select coalesce(id, payout_id) as id, case
      when id is null then 'is of no block'
      when payout_id is null then 'is not stored'
      when blocks > 2 then 'is decided twice'
      when moved <> asked then 'is decided for another amount than was requested'
      else 'differs from its blocks' end as problem
    from stated full join (select * from market_payouts join market_accounts using (custody_id)) as kept on payout_id = id
    where id is null or payout_id is null or blocks > 2 or moved <> asked
      or (stated.asked, stated.state, requested, decided) is distinct from
        (concat_ws(' ', '0x' || encode(kept.address, 'hex'), kept.cents), kept.state, requested_index, decided_index)
    order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id, problem } of rows) differences.add('market_payouts', `${id} ${problem}`);
  await compareDetails(tx, differences, secretBox);
  await compareEntries(tx, differences);
  for (const index of await findEntriesBeside(tx, 'market', [...Object.keys(entryOf), ...actionsOf(deposits)], PAGE))
    differences.add('book_postings', `block ${index} has an entry, and is about no money of the books`);
}

type Details = {
  id: string;
  isOwn: boolean;
  note: string | null;
  noteKey: Buffer | null;
  committed: string | null;
  ibanEnd: string;
  sealed: Buffer;
  keyId: Buffer;
};

async function compareDetails(tx: Database, differences: Differences, secretBox: SecretBox | undefined): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Details>`
      select payout_id as id, holder.account_id is null or holder.account_id = payout.account_id as "isOwn", note, note_key as "noteKey",
        data::jsonb->>'note' as committed, iban_end as "ibanEnd", sealed, key_id as "keyId"
      from market_payouts as payout join market_accounts as holder using (custody_id) left join ledger_blocks on index = decided_index
      where payout_id > ${after} order by payout_id limit ${PAGE}
    `.execute(tx);
    for (const row of rows) {
      if (!row.isOwn) differences.add('market_payouts', `${row.id} is stored for another account than its address`);
      if (row.committed !== null && row.committed !== commitToNote(row.noteKey ?? Buffer.alloc(0), row.note ?? ''))
        differences.add('market_payouts', `${row.id} has another note than its block commits to`);
      if (secretBox !== undefined && (await readEnd(secretBox, row)) !== row.ibanEnd)
        differences.add('market_payouts', `${row.id} shows other digits than its bank account ends with`);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Returns the last characters of the encrypted bank account, or those that are stored if this server does not have its key. */
async function readEnd(secretBox: SecretBox, { id, sealed, keyId, ibanEnd }: Details): Promise<string> {
  if (!(await secretBox.has(keyId))) return ibanEnd;
  // What was not encrypted for this payout cannot be decrypted.
  const text = await secretBox.open(id, { keyId, sealed }).catch(() => undefined);
  return text === undefined ? 'none' : (JSON.parse(text.toString()) as { iban: string }).iban.slice(-4);
}

const entryOf = {
  'market.cash_paid_out': [books.payouts, books.owed],
  'market.payout_sent': [books.bank, books.payouts],
  'market.payout_returned': [books.owed, books.payouts],
} as const;

async function compareEntries(tx: Database, differences: Differences): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await sql<{ index: number; action: keyof typeof entryOf; cents: number }>`
      select index, action, (data::jsonb->>'cents')::bigint as cents from ledger_blocks
      where domain = 'market' and domain <> 'trace' and action = any(${Object.keys(entryOf)}::text[]) and index > ${after}
      order by index limit ${PAGE}
    `.execute(tx);
    const entries = await readEntries(
      tx,
      rows.map(({ index }) => index),
    );
    for (const { index, action, cents } of rows) {
      const [from, to] = entryOf[action];
      const [due, booked] = [describeEntry(move(from, to, cents)), describeEntry(entries.get(index) ?? [])];
      if (due !== booked) differences.add('book_postings', `block ${index} posts ${booked}, and states ${due}`);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.index;
  }
}
