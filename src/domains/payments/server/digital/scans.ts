import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { DigitalContracts } from './digital-contracts.ts';

/** How far the events of a router were read, and by which server. */

type Router = Pick<DigitalContracts, 'chainId' | 'router'>;

/** Begins to read the events of a router before its first payment is opened, from two reorganizations before the newest block. */
export async function beginScan(database: Database, chain: Chain, { chainId, router }: Router): Promise<void> {
  const { rows } = await sql`
    select 1 from digital_scans where chain_id = ${chainId} and router = ${router}
  `.execute(database);
  if (rows.length > 0) return;
  const head = Number(await chain.request({ method: 'eth_blockNumber' }));
  await sql`
    insert into digital_scans (chain_id, router, next_block)
    values (${chainId}, ${router}, ${Math.max(0, head - 2 * chain.confirmations)}) on conflict do nothing
  `.execute(database);
}

type Turn = { readonly holder: string; readonly holdSeconds: number };

/**
 * Takes the turn to read events, by the clock of the database, and returns the block to continue from. Undefined: another server
 * has the turn, or nothing was ever paid. Losing the turn during a round is harmless, because every step can be repeated.
 */
export async function takeTurn(
  database: Database,
  { chainId, router }: Router,
  { holder, holdSeconds }: Turn,
): Promise<number | undefined> {
  const { rows } = await sql<{ next: number }>`
    update digital_scans set held_by = ${holder}, held_until = now() + make_interval(secs => ${holdSeconds})
    where chain_id = ${chainId} and router = ${router} and (held_by = ${holder} or held_until is null or held_until < now())
    returning next_block as next
  `.execute(database);
  return rows[0]?.next;
}

/** Stores how far the events were read. Never moves back. */
export async function readUntil(database: Database, { chainId, router }: Router, next: number): Promise<void> {
  await sql`
    update digital_scans set next_block = greatest(next_block, ${next}) where chain_id = ${chainId} and router = ${router}
  `.execute(database);
}

/** Ends the turn, so that another server can take the next one. */
export async function endTurn(database: Database, holder: string): Promise<void> {
  await sql`update digital_scans set held_until = null where held_by = ${holder}`.execute(database);
}

/** Reports whether a pending payment or a transfer that is not final waits for the chain. */
export async function hasWork(database: Database): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select 1 from payments where state = 'pending' and method in ('usdc', 'eth'))
      or exists (select 1 from digital_receipts where not is_final) as waits
  `.execute(database);
  return rows[0]?.waits ?? false;
}
