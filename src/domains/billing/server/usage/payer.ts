import { sql } from 'kysely';
import { PlanId, type PlanVersion, planOf } from '#domains/billing/contract.ts';
import { findById } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Who pays for an account, and what its plan allows. */
export type Payer = {
  readonly accountId: string;
  /** Undefined without a trial or subscription: nothing is limited then. */
  readonly plan: PlanVersion | undefined;
  readonly declared: { readonly users: number; readonly assets: number } | undefined;
  /** In milliseconds since 1970, in billing time. */
  readonly readOnlySince: number | undefined;
};

type Row = {
  readonly readOnlySince: number | null;
  readonly status: string | null;
  readonly planId: string;
  readonly planVersion: number;
  readonly users: number;
  readonly assets: number;
};

/** More than there ever are: a managed account may manage others, and be managed by a member. */
const LEVELS_MAX = 5;

/** Returns who pays for an account: the payer of whoever manages it, the payer whose member it is, or itself. */
export async function findPayer(db: Database, accountId: string): Promise<Payer> {
  const payerId = await findPayerId(db, accountId);
  const { rows } = await sql<Row>`
    select (extract(epoch from a.read_only_since) * 1000)::bigint as "readOnlySince", s.status, s.plan_id as "planId",
      s.plan_version as "planVersion", s.users, s.assets
    from billing_accounts a left join billing_subscriptions s using (account_id) where a.account_id = ${payerId}
  `.execute(db);
  const [row] = rows;
  const isLive = row?.status === 'trial' || row?.status === 'active';
  return {
    accountId: payerId,
    plan: isLive ? planOf({ id: PlanId.parse(row.planId), version: row.planVersion }) : undefined,
    declared: isLive ? { users: row.users, assets: row.assets } : undefined,
    readOnlySince: row?.readOnlySince ?? undefined,
  };
}

/** Returns the id of who pays for an account. */
export async function findPayerId(db: Database, accountId: string): Promise<string> {
  let id = accountId;
  for (let level = 0; level < LEVELS_MAX; level += 1) {
    const above = (await findById(db, id))?.account.managedBy ?? (await payerOfMember(db, id));
    if (above === undefined) break;
    id = above;
  }
  return id;
}

async function payerOfMember(db: Database, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select payer_id as id from billing_members where member_id = ${accountId}
  `.execute(db);
  return rows[0]?.id;
}
