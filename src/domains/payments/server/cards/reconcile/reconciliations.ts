import { sql } from 'kysely';
import type { Finding } from '#domains/payments/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { CardProvider } from '../card-provider.ts';

export type Reconciliation = {
  readonly day: string;
  readonly provider: CardProvider['name'];
  readonly createdAt: number;
  readonly compared: number;
  readonly findings: readonly Finding[];
};

/** Stores the reconciliation of a day, unless another process was faster. */
export async function addReconciliation(db: Database, one: Reconciliation): Promise<void> {
  await sql`
    insert into card_reconciliations (day, provider, created_at, compared, findings)
    values (${one.day}, ${one.provider}, ${new Date(one.createdAt)}, ${one.compared}, ${JSON.stringify(one.findings)})
    on conflict do nothing
  `.execute(db);
}

/** Reads the newest reconciliations, newest first. */
export async function readReconciliations(db: Database, limit: number) {
  const { rows } = await sql<{
    day: string;
    provider: CardProvider['name'];
    created_at: string;
    compared: number;
    findings: Finding[];
  }>`select day, provider, created_at, compared, findings from card_reconciliations order by day desc, provider limit ${limit}`.execute(
    db,
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
}

/** Reports whether a day was reconciled with a provider. */
export async function wasReconciled(db: Database, provider: CardProvider['name'], day: string): Promise<boolean> {
  const { rows } = await sql`select 1 from card_reconciliations where provider = ${provider} and day = ${day}`.execute(
    db,
  );
  return rows.length > 0;
}
