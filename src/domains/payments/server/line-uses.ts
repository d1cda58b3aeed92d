import { sql } from 'kysely';
import { lineDecided, type PaymentMethod } from '#domains/payments/contract.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { MoneySource } from './payee.ts';

/**
 * What a block does with the money of a bank line, or with held money. `enters` and `leaves` refer to suspense. Money that
 * `passes` is booked when it arrives.
 */
export type LineMove = {
  readonly line: string;
  readonly does: 'enters' | 'leaves' | 'passes';
  readonly method: PaymentMethod;
  readonly cents: number;
};

/** A block that moved the money of a line. */
export type LineBlock = {
  readonly line: string;
  readonly index: number;
  readonly does: LineMove['does'];
  readonly method: PaymentMethod;
  readonly cents: number;
  /** The payment that the money completed. */
  readonly paymentId: string | null;
};

/** Returns what a payment does with the money of its line. */
export const moveFrom = ({ account, line, method = 'bank' }: MoneySource, cents: number): LineMove => ({
  line,
  does: account.startsWith('suspense:') ? 'leaves' : 'passes',
  method,
  cents,
});

/** Returns the keys that a move uses up. Money arrives once and is used once. */
export function keysOfMove({ line, does }: Pick<LineMove, 'line' | 'does'>): string[] {
  const [arrival, use] = [`${line} arrives`, `${line} is used`];
  if (does === 'passes') return [arrival, use];
  return [does === 'enters' ? arrival : use];
}

/**
 * Refuses to take money out of suspense unless a block put the same money in.
 *
 * @throws AppError `server.unavailable`
 */
export function requireSuspended(blocks: readonly LineBlock[], { line, does, method, cents }: LineMove): void {
  if (does !== 'leaves') return;
  const arrived = blocks.find((one) => one.line === line && one.does === 'enters');
  if (arrived?.cents !== cents || arrived.method !== method) throw new DamagedLine(line);
}

/** Returns the error for money that a block has already moved. */
export const movedAlready = (): AppError =>
  new AppError(lineDecided, 'A block has already moved this money, so nothing is recorded.', {
    hint: 'Reload the list. If the money is still shown as waiting, the operator runs cairn rebuild --check.',
  });

/** Thrown if a line differs from its blocks: nothing is recorded about it. */
export class DamagedLine extends AppError {
  constructor(line: string) {
    super(unavailable, 'The stored record of this money differs from the blocks, so nothing is recorded.', {
      hint: 'Ask the city. Its operator runs cairn rebuild --check.',
      cause: new Error(`The line or held money ${line} differs from its block`),
    });
  }
}

type Row = {
  line: string;
  index: number;
  action: string;
  method: PaymentMethod;
  cents: number;
  payment: string | null;
};

/** Reads the blocks that moved the money of these lines, in their order. */
export async function readLineBlocks(db: Database, lines: readonly string[]): Promise<LineBlock[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<Row>`
    select wanted.line, index, action, data->>'method' as method, (data->>'amount_cents')::bigint as cents,
      data->>'payment' as payment
    from unnest(${textArray([...new Set(lines)])}::text[]) as wanted (line), lateral (
      select index, action, data::jsonb as data from ledger_blocks
      where domain <> 'trace' and data like '%"line":%' and data::jsonb->>'line' = wanted.line
    ) as named
    order by index
  `.execute(db);
  const suspended = new Set<string>();
  return rows.map(({ action, payment: paymentId, ...row }): LineBlock => {
    if (action === 'payments.money_received') suspended.add(row.line);
    const does = action === 'payments.money_received' ? 'enters' : suspended.has(row.line) ? 'leaves' : 'passes';
    return { ...row, does, paymentId };
  });
}
