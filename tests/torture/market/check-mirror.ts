import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createPublicClient, custom, type Hex } from 'viem';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { rebuildMarket } from '#domains/market/server/rebuild-market.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Network } from './network.ts';
import type { Scene } from './traders.ts';

const PATIENCE_MILLISECONDS = 180_000;
const POLL_MILLISECONDS = 100;
const UNITS_PER_CENT = 10_000n;

/** Waits until every call is final on the network. Throws if a contract refused one. */
export async function waitForRest(db: Database): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const { rows } = await sql<{ waiting: number; failed: number }>`
      select count(*) filter (where state in ('queued', 'sent')) as waiting, count(*) filter (where state = 'failed') as failed
      from market_calls
    `
      .execute(db)
      .catch(() => ({ rows: [] }));
    const { waiting = -1, failed = 0 } = rows[0] ?? {};
    if (failed > 0) throw new Error(`A contract refused ${failed} calls`);
    if (waiting === 0) return;
    if (performance.now() > deadline) throw new Error(`${waiting} calls still wait for the network`);
    await pause(POLL_MILLISECONDS);
  }
}

/**
 * Compares the state of the contracts with the tables, and the tables with the blocks and the acknowledged requests.
 */
export async function checkMirror(db: Database, network: Network, scene: Scene): Promise<void> {
  const problems: string[] = [];
  const expectEqual = (what: string, there: unknown, here: unknown) => {
    if (String(there) !== String(here)) problems.push(`${what}: ${there} on the network and ${here} here`);
  };
  const { rows: contracts } = await sql<{ name: string; address: Hex }>`
    select name, '0x' || encode(address, 'hex') as address from evm_contracts where name in ('property-shares', 'share-market')
  `.execute(db);
  const addressOf = (name: string) => contracts.find((one) => one.name === name)?.address ?? '0x';
  const [shares, market] = [addressOf('property-shares'), addressOf('share-market')];
  const chain = {
    networkName: 'the network',
    request: ({ method, params }: { method: string; params?: unknown }) =>
      network.ask(method, ...((params ?? []) as unknown[])),
  };
  const client = createPublicClient({ transport: custom(chain) });
  const onShares = { address: shares, abi: propertyShares.abi } as const;
  const onMarket = { address: market, abi: shareMarket.abi } as const;

  const { rows: holdings } = await sql<{ token: number; address: Hex; shares: number; held: number }>`
    select token_id as token, '0x' || encode(address, 'hex') as address, shares, held from market_holdings
    join market_accounts using (custody_id)
  `.execute(db);
  for (const { token, address, ...here } of holdings) {
    const args = [address, BigInt(token)] as const;
    const balance = await client.readContract({ ...onShares, functionName: 'balanceOf', args });
    const held = await client.readContract({ ...onMarket, functionName: 'held', args });
    expectEqual(`shares of ${address} of token ${token}`, balance, here.shares);
    expectEqual(`held shares of ${address} of token ${token}`, held, here.held);
  }
  const { rows: cash } = await sql<{ address: Hex; free: number; held: number }>`
    select '0x' || encode(address, 'hex') as address, free_cents as free, held_cents as held from market_cash
    join market_accounts using (custody_id)
  `.execute(db);
  for (const { address, free } of cash) {
    const units = await client.readContract({ ...onMarket, functionName: 'cashOf', args: [address] });
    expectEqual(`cash of ${address}`, units, BigInt(free) * UNITS_PER_CENT);
  }
  const all = cash.reduce((sum, { free, held }) => sum + free + held, 0);
  expectEqual('all cash', await client.readContract({ ...onMarket, functionName: 'totalCents' }), all);
  const paidIn = [...scene.cash.values()].reduce((sum, cents) => sum + cents, 0);
  if (all < paidIn) problems.push(`${paidIn} cents were acknowledged, and there are ${all}`);

  const { rows: orders } = await sql<{
    id: number;
    open: number;
  }>`select order_id as id, open from market_orders`.execute(db);
  for (const { id, open } of orders) {
    const there = await client.readContract({ ...onMarket, functionName: 'order', args: [BigInt(id)] });
    expectEqual(`open shares of order ${id}`, there.open, open);
  }
  const { rows: issues } = await sql<{ token: number; shares: number }>`
    select token_id as token, shares from market_issues
  `.execute(db);
  for (const { token, shares: supply } of issues)
    expectEqual(
      `supply of token ${token}`,
      await client.readContract({ ...onShares, functionName: 'totalSupply', args: [BigInt(token)] }),
      supply,
    );

  const stored = new Set(orders.map(({ id }) => String(id)));
  const known = new Map<string, string>();
  for (const { key, order } of scene.acknowledged) {
    if (!stored.has(order.orderId)) problems.push(`order ${order.orderId} was acknowledged and is lost`);
    if (known.has(order.orderId))
      problems.push(`order ${order.orderId} is of two keys: ${known.get(order.orderId)} and ${key}`);
    known.set(order.orderId, key);
  }
  const { rows: halts } = await sql<{ reason: string }>`select reason from market_halts`.execute(db);
  for (const { reason } of halts) problems.push(`halted: ${reason}`);
  for (const { projection, examples } of await rebuildMarket({ database: db, chain }, { repair: false }))
    problems.push(`${projection}: ${examples.join('; ')}`);
  if (problems.length > 0) throw new Error(`Network and records differ:\n${problems.slice(0, 20).join('\n')}`);
}
