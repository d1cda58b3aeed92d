import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { readRecordedLines } from './bank-lines.ts';
import { StatementRecorded } from './payment-block-types.ts';
import { hashLines, isPlanned } from './record-lines.ts';

const EXAMPLES = 1000;

/** The blocks that moved the money of a line or of held money. */
const moving = sql`
  select index, action, data->>'line' as line, data->>'method' as method, (data->>'amount_cents')::bigint as cents,
    data->>'payment' as payment
  from (select index, action, data::jsonb as data from ledger_blocks where domain <> 'trace' and data like '%"line":%') as named
  where data ? 'line'
`;

/**
 * Finds lines of bank statements that differ from the blocks in content, planned act or outcome.
 * Also finds lines or held money that blocks moved twice, or that left suspense with other cents than entered it.
 */
export async function compareLines(db: Database, differences: Differences): Promise<void> {
  for await (const problem of findAltered(db)) differences.add('bank_lines', problem);
  for (const problem of await findWrongOutcomes(db)) differences.add('bank_lines', problem);
  for (const problem of await findMovedTwice(db)) differences.add('bank_lines', problem);
}

/**
 * Yields the problems with the lines of each block of a statement: lines with another hash, or a line with another planned act.
 * Only the lines of one block are in memory at a time.
 */
async function* findAltered(db: Database): AsyncGenerator<string> {
  for (let from = -1; ; ) {
    const { rows } = await sql<{ index: number; data: unknown }>`
      select index, data::jsonb as data from ledger_blocks
      where domain <> 'trace' and action = 'payments.statement_recorded' and index > ${from} order by index limit 100
    `.execute(db);
    for (const { index, data } of rows) {
      const stated = StatementRecorded.parse(data);
      const lines = await readRecordedLines(db, [index]);
      if (lines.length !== stated.lines || (await hashLines(db, stated.statement, lines)) !== stated.sha256)
        yield `the lines of block ${index} do not match its hash`;
      for (const line of lines)
        if (line.state === 'acting' && !line.fromSuspense && !isPlanned(line, line.plan))
          yield `the line ${line.lineId} has another act than block ${index} commits to`;
      from = index;
    }
    if (rows.length === 0) return;
  }
}

/** Compares the outcome of each line with the blocks that moved its money. A line without a record belongs to an older statement. */
async function findWrongOutcomes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; problem: string }>`
    with moved as (
      select line, min(index) as first, max(cents) filter (where action = 'payments.money_received') as entered,
        max(index) filter (where action = 'payments.money_received') as entered_index,
        max(index) filter (where action <> 'payments.money_received') as used_index,
        max(cents) filter (where action <> 'payments.money_received') as used,
        max(payment) as payment, bool_or(action = 'payments.money_returned') as returned
      from (${moving}) as moving where method = 'bank' group by line
    ), recorded as (
      select min(index) as first from ledger_blocks where domain <> 'trace' and action = 'payments.statement_recorded'
    )
    select coalesce(l.line_id::text, m.line) as id, case
      when l.line_id is null then 'is named by block ' || m.first || ' and is not stored'
      when l.record_index is null and (l.state = 'acting' and not l.from_suspense or m.first > recorded.first)
        then 'belongs to no recorded statement'
      else 'is ' || l.state || ', and its blocks state something else' end as problem
    from bank_lines l full join moved m on m.line = l.line_id::text left join recorded on true
    where l.line_id is null
      or l.record_index is null and (l.state = 'acting' and not l.from_suspense or m.first > recorded.first)
      or not case
        when l.state = 'suspense' or l.state = 'acting' and l.from_suspense
          then m.entered is not distinct from l.cents and m.used is null and l.suspense_index is not distinct from m.entered_index
        when l.state in ('settled', 'credited')
          then m.used is not distinct from l.cents and m.payment is not distinct from l.payment_id
            and l.block_index is not distinct from m.used_index
        when l.state = 'returned'
          then m.used is not distinct from l.cents and coalesce(m.returned, false) and l.block_index is not distinct from m.used_index
        when l.state = 'confirmed' then m.line is null and exists (
          select 1 from payments p join ledger_blocks b on b.index = p.settled_index and b.domain <> 'trace'
          where p.payment_id = l.payment_id and p.method = 'bank' and p.state = 'completed' and p.reverses is null
            and p.amount_cents = l.cents and p.settled_index = l.block_index and not b.data::jsonb ? 'line')
        when l.state = 'reversed' then m.line is null and exists (
          select 1 from ledger_blocks b where b.index = l.block_index and b.domain <> 'trace'
            and (b.data::jsonb->>'amount_cents')::bigint = -l.cents and b.data::jsonb->>'reversal' = l.payment_id)
        else m.line is null end
    order by id limit ${EXAMPLES}
  `.execute(db);
  return rows.map(({ id, problem }) => `the line ${id} ${problem}`);
}

async function findMovedTwice(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string; problem: string }>`
    select line, 'is moved twice, by blocks ' || string_agg(index::text, ' and ' order by index) as problem
    from (${moving}) as moving group by line, action = 'payments.money_received' having count(*) > 1
    union all
    select line, 'enters suspense with other cents than it leaves with' from (${moving}) as moving group by line
    having min(cents) <> max(cents) or min(method) <> max(method)
    union all
    select line, 'enters suspense after it was used' from (${moving}) as moving group by line
    having max(index) filter (where action = 'payments.money_received')
      > min(index) filter (where action <> 'payments.money_received')
    order by line limit ${EXAMPLES}
  `.execute(db);
  return rows.map(({ line, problem }) => `the money ${line} ${problem}`);
}
