import { sql } from 'kysely';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';
import { type PaymentRow, readPayments } from '../payments.ts';
import { readEntries, readSuspended } from '../read-entries.ts';
import { readUnknownPayments } from '../unknown-payments.ts';
import { describeEntry, type ReplayedPayment, replayOneSubject, type StatedBlock } from './replay.ts';
import type { OneSubject } from './settings.ts';

const PAGE = 500;

/**
 * Compares every payment of a kind, and its entries in the books, with the blocks that opened, completed, closed and took it back.
 * `follow` receives the replayed payments page by page, to compare what else follows from them.
 */
export async function compareOneSubject(
  tx: Database,
  of: OneSubject,
  differences: Differences,
  follow: (told: readonly ReplayedPayment[]) => Promise<void>,
): Promise<void> {
  const suspended = await readSuspended(tx);
  for (let after = ''; ; ) {
    const families = await readFamilies(tx, of, after);
    const last = families.length < PAGE ? undefined : families.at(-1)?.id;
    const ids = families.map(({ id }) => id);
    const [payments, entries] = await Promise.all([
      readPayments(tx, ids),
      readEntries(
        tx,
        families.flatMap(({ blocks }) => blocks.map(({ index }) => index)),
      ),
    ]);
    const stored = new Map(payments.map((payment) => [payment.paymentId, payment]));
    const told = families.map(({ id, blocks }) => replayOneSubject(of, id, blocks, suspended));
    for (const { id, payment: stated, entries: due } of told) {
      const payment = stored.get(id);
      const problem = describeDifference(payment && keptOf(payment), stated);
      if (problem !== undefined) differences.add('payments', `${id}: ${problem}`);
      for (const { index, postings } of due) {
        const [owed, booked] = [describeEntry(postings), describeEntry(entries.get(index) ?? [])];
        if (owed !== booked) differences.add('book_postings', `block ${index} posts ${booked}, and states ${owed}`);
      }
    }
    await follow(told);
    for (const id of await readUnknownPayments(tx, { kind: of.kind, known: ids, after, upTo: last }))
      differences.add('payments', `${id} is not on the chain`);
    if (last === undefined) return;
    after = last;
  }
}

/** Returns the stored payment in the form of a replayed one. */
export const keptOf = (payment: PaymentRow) => ({
  ...payment,
  // The reference of a digital payment is random, and only for its payer.
  reference: payment.method === 'bank' ? payment.reference : null,
  byHand: payment.byHand === true,
  paid: payment.allocations
    .map(({ part, cents }) => `${part} ${cents}`)
    .toSorted()
    .join(),
});

/** The actions of the blocks of payments of a kind. */
export const actionsOf = ({ action }: Pick<OneSubject, 'action'>): string[] =>
  ['opened', 'completed', 'failed', 'reversed'].map((what) => `${action}_${what}`);

type Family = { readonly id: string; readonly blocks: readonly StatedBlock[] };

/** Reads payments in the order of their ids, each with its blocks. */
async function readFamilies(tx: Database, of: OneSubject, after: string): Promise<Family[]> {
  const { rows } = await sql<Family>`
    with stated as (
      select coalesce(d->>'reversal', d->>'payment') as id, index, timestamp, d as data from (
        select index, timestamp, data::jsonb as d from ledger_blocks
        where domain = ${of.types.domain} and domain <> 'trace' and action = any(${textArray(actionsOf(of))}::text[])
      ) as blocks
    )
    select id, json_agg(json_build_object('index', index, 'timestamp', timestamp, 'data', data) order by index) as blocks
    from stated where id > ${after} group by id order by id limit ${PAGE}
  `.execute(tx);
  return rows;
}
