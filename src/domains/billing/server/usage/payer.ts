import { sql } from 'kysely';
import { PlanId, type PlanVersion, planOf } from '#domains/billing/contract.ts';
import { findById } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { requireGenuinePayers } from '../customers/require-genuine-payers.ts';

/** The payer of an account, and the limits of its plan. */
export type Payer = {
  readonly accountId: string;
  /** Undefined without a trial or subscription: then nothing is limited. */
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

/** The most levels, more than ever occur: a managed account may manage others, and be managed by a member. */
const LEVELS_MAX = 5;

/**
 * Returns the payer of an account: the payer of its manager, the payer whose member it is, or itself. It is read-only if any of them is, so that
 * no account can record through another payer what it owes for.
 *
 * @throws DamagedPayer
 */
export async function findPayer(db: Database, accountId: string): Promise<Payer> {
  const path = await readPath(db, accountId);
  const payerId = path.at(-1) ?? accountId;
  const { rows } = await sql<Row>`
    select (
        select (extract(epoch from min(read_only_since)) * 1000)::bigint from billing_accounts
        where account_id = any(${path}::uuid[])
      ) as "readOnlySince", s.status, s.plan_id as "planId", s.plan_version as "planVersion", s.users, s.assets
    from (values (${payerId}::uuid)) as payer (account_id) left join billing_subscriptions s using (account_id)
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

/**
 * Returns the id of the payer of an account.
 *
 * @throws DamagedPayer
 */
export const findPayerId = async (db: Database, accountId: string): Promise<string> =>
  (await readPath(db, accountId)).at(-1) ?? accountId;

/** Returns an account, and those above it until its payer, as blocks state them. */
async function readPath(db: Database, accountId: string): Promise<readonly string[]> {
  const path = [accountId];
  for (let id = accountId; path.length <= LEVELS_MAX; path.push(id)) {
    const above = (await findById(db, id))?.account.managedBy ?? (await payerOfMember(db, id));
    if (above === undefined) break;
    id = above;
  }
  await requireGenuinePayers(db, path);
  return path;
}

async function payerOfMember(db: Database, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select payer_id as id from billing_members where member_id = ${accountId}
  `.execute(db);
  return rows[0]?.id;
}
