import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/**
 * Takes the next number of each of these years, in order: `2026-000001`. A later caller waits until the transaction ends, and gets
 * the same number if it does not commit, so that there are no gaps.
 */
export async function takeNumbers(tx: Database, years: readonly number[]): Promise<string[]> {
  const counts = new Map<number, number>();
  for (const year of years) counts.set(year, (counts.get(year) ?? 0) + 1);
  const next = new Map<number, number>();
  // Years in order, so that two transactions never deadlock.
  for (const [year, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    const { rows } = await sql<{ next: number }>`
      insert into billing_numbers (year, next) values (${year}, ${1 + count})
      on conflict (year) do update set next = billing_numbers.next + ${count} returning next
    `.execute(tx);
    next.set(year, (rows[0]?.next ?? 0) - count);
  }
  return years.map((year) => {
    const number = next.get(year) ?? 0;
    next.set(year, number + 1);
    return `${year}-${String(number).padStart(6, '0')}`;
  });
}
