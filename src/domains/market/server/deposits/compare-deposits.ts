import { sql } from 'kysely';
import {
  type PaymentRow,
  readEntries,
  readPayments,
  readSuspended,
  readUnknownPayments,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { SHARE_CASH } from './deposit-books.ts';
import { describeEntry, replayDeposit, type StatedBlock } from './replay-deposit.ts';

const PAGE = 500;

/**
 * Compares every deposit with the blocks that opened, completed, closed and took it back: the payment, its entries in the books, and how far
 * the cash of its account followed.
 */
export async function compareDeposits(tx: Database, differences: Differences): Promise<void> {
  const suspended = await readSuspended(tx);
  for (let after = ''; ; ) {
    const families = await readFamilies(tx, after);
    const last = families.length < PAGE ? undefined : families.at(-1)?.id;
    const ids = families.map(({ id }) => id);
    const [payments, entries, cash] = await Promise.all([
      readPayments(tx, ids),
      readEntries(
        tx,
        families.flatMap(({ blocks }) => blocks.map(({ index }) => index)),
      ),
      readCash(tx, ids),
    ]);
    const stored = new Map(payments.map((payment) => [payment.paymentId, payment]));
    for (const { id, blocks } of families) {
      const told = replayDeposit(id, blocks, suspended);
      const payment = stored.get(id);
      const problem = describeDifference(payment && keptOf(payment), told.payment);
      if (problem !== undefined) differences.add('payments', `${id}: ${problem}`);
      for (const { index, postings } of told.entries) {
        const [due, booked] = [describeEntry(postings), describeEntry(entries.get(index) ?? [])];
        if (due !== booked) differences.add('book_postings', `block ${index} posts ${booked}, and states ${due}`);
      }
      const [due, kept] = [told.cash, cash.get(id) ?? 'nothing'];
      if (due !== kept) differences.add('market_deposits', `${id} is stored as ${kept}, and is ${due}`);
    }
    for (const id of await readUnknownPayments(tx, { kind: SHARE_CASH, known: ids, after, upTo: last }))
      differences.add('payments', `${id} is not on the chain`);
    if (last === undefined) return await compareStrangers(tx, differences);
    after = last;
  }
}

/** What is stored of a payment, in the form of what is replayed. */
const keptOf = (payment: PaymentRow) => ({
  ...payment,
  // The reference of a digital payment is random, and for its payer alone.
  reference: payment.method === 'bank' ? payment.reference : null,
  byHand: payment.byHand === true,
  paid: payment.allocations
    .map(({ part, cents }) => `${part} ${cents}`)
    .toSorted()
    .join(),
});

type Family = { readonly id: string; readonly blocks: readonly StatedBlock[] };

/** Reads deposits in the order of their ids, each with its blocks and those that moved cash for it. */
async function readFamilies(tx: Database, after: string): Promise<Family[]> {
  const { rows } = await sql<Family>`
    with stated as (
      select coalesce(d->>'reversal', d->>'payment', d->>'source') as id, index, timestamp, d as data from (
        select index, timestamp, data::jsonb as d from ledger_blocks
        where domain = 'market' and domain <> 'trace' and action in (
          'market.deposit_opened', 'market.deposit_completed', 'market.deposit_failed', 'market.deposit_reversed',
          'market.cash_received', 'market.cash_taken_back'
        )
      ) as blocks
    )
    select id, json_agg(json_build_object('index', index, 'timestamp', timestamp, 'data', data) order by index) as blocks
    from stated where id > ${after} group by id having bool_or(data ? 'payment') order by id limit ${PAGE}
  `.execute(tx);
  return rows;
}

async function readCash(tx: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select payment_id as id, concat_ws(' ', '0x' || encode(address, 'hex'), due_cents, moved_cents, settled_index) as text
    from market_deposits join market_accounts using (custody_id) where payment_id = any(${ids}::text[])
  `.execute(tx);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Finds deposits of no block. */
async function compareStrangers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from market_deposits where not exists (
      select 1 from ledger_blocks where index = settled_index and domain = 'market'
        and payment_id in (data::jsonb->>'payment', data::jsonb->>'reversal')
    ) order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id } of rows) differences.add('market_deposits', `${id} is of no block`);
}
