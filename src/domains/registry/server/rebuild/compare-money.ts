import { sql } from 'kysely';
import { readBalances } from '#domains/payments/server/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { books } from '../payments/books-of-property.ts';
import type { createMoneyReplay } from './replay-money.ts';

const PAGE = 500;

type Row = { property_id: string; owed_cents: number; credit_cents: number; billed_cents: number };

/** Compares what is owed on every parcel according to the parcel, its bills, the books and the chain. */
export async function compareMoney(
  db: Database,
  money: ReturnType<typeof createMoneyReplay>,
  differences: Differences,
): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`
      select property_id, owed_cents, credit_cents,
        coalesce((select sum(open_cents) from bills where bills.property_id = parcels.property_id), 0)::bigint as billed_cents
      from parcels where property_id > ${after} order by property_id limit ${PAGE}
    `.execute(db);
    const accounts = rows.map((row) => books(row.property_id));
    const balances = await readBalances(
      db,
      accounts.flatMap(({ receivable, credit }) => [receivable, credit]),
    );
    for (const [n, row] of rows.entries()) {
      const { receivable = '', credit = '' } = accounts[n] ?? {};
      const [inBooks, creditInBooks] = [balances.get(receivable) ?? 0, -(balances.get(credit) ?? 0)];
      const onChain = money.balanceOf(row.property_id);
      const say = (problem: string) => differences.add('money', `${row.property_id}: ${problem}`);
      const cents = formatCents;
      if (row.owed_cents - row.credit_cents !== onChain)
        say(
          `${cents(row.owed_cents)} owed and ${cents(row.credit_cents)} credit, the chain says ${cents(onChain)} together`,
        );
      if (row.owed_cents !== row.billed_cents)
        say(`${cents(row.owed_cents)} owed, its bills say ${cents(row.billed_cents)}`);
      if (row.owed_cents !== inBooks) say(`${cents(row.owed_cents)} owed, the books say ${cents(inBooks)}`);
      if (row.credit_cents !== creditInBooks)
        say(`${cents(row.credit_cents)} credit, the books say ${cents(creditInBooks)}`);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.property_id;
  }
}
