import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { bytesOf } from '../calls/call-rows.ts';
import type { MarketChain } from '../calls/market-chain.ts';
import { readTransfers } from './read-transfers.ts';
import { findFirstUnread } from './scanned-blocks.ts';

type Hex = `0x${string}`;
type Services = { readonly database: Database; readonly network: Pick<MarketChain, 'chain' | 'find'> };

/**
 * Reports whether shares whose number differs on the network are on their way: by a withdrawal not known to be delivered or refused yet, or by
 * a transfer from a wallet that is not recorded yet. `unsettled`: the network moved on meanwhile, so the next round checks again.
 *
 * @throws RpcError, AppError if the network does not answer
 */
export async function explainDifference(
  services: Services,
  holding: { readonly tokenId: number; readonly address: Hex },
): Promise<'on the way' | 'unsettled' | 'unexplained'> {
  const { database, network } = services;
  const { tokenId, address } = holding;
  const before = await network.chain.request({ method: 'eth_blockNumber' });
  // Read before the arrivals: a transfer recorded meanwhile is then in both and left out.
  const first = await findFirstUnread(database);
  // In one statement, so that all is of one state of the tables.
  const { rows } = await sql<{ shares: number; isPending: boolean; taken: string[] }>`
    select coalesce((select shares from market_holdings join market_accounts using (custody_id)
        where token_id = ${tokenId} and address = ${bytesOf(address)}), 0) as shares,
      exists (select 1 from market_withdrawals join market_accounts using (custody_id)
        where token_id = ${tokenId} and address = ${bytesOf(address)} and state = 'pending') as "isPending",
      array(select concat_ws(' ', '0x' || encode(tx_hash, 'hex'), log_index, item) from market_arrivals
        join market_accounts using (custody_id) where token_id = ${tokenId} and address = ${bytesOf(address)}
        order by block_index desc limit 1000) as taken
  `.execute(database);
  const { shares = 0, isPending = false, taken = [] } = rows[0] ?? {};
  if (isPending) return 'on the way';
  const known = new Set(taken);
  const transfers = await readComing(network, address, { from: first, to: Number(before) });
  if (transfers === undefined) return 'unsettled';
  const coming = transfers
    .filter((one) => one.to === address && one.tokenId === tokenId && !known.has(`${one.hash} ${one.log} ${one.item}`))
    .reduce((sum, one) => sum + one.shares, 0);
  const balance = await readBalance(network, address, tokenId);
  if ((await network.chain.request({ method: 'eth_blockNumber' })) !== before) return 'unsettled';
  return balance === BigInt(shares + coming) ? 'on the way' : 'unexplained';
}

/** Reads the transfers to an address. Undefined: too many for one round. The scan of all transfers continues, so there are fewer next time. */
async function readComing(
  network: Services['network'],
  receiver: Hex,
  { from, to }: { readonly from: number | undefined; readonly to: number },
) {
  if (from === undefined) return [];
  const { transfers, next } = await readTransfers(network, { from, to, receiver });
  return from <= to && next <= to ? undefined : transfers;
}

async function readBalance({ chain, find }: Services['network'], address: Hex, tokenId: number): Promise<bigint> {
  const [{ createPublicClient, custom }, { propertyShares }, { shares }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
    find(),
  ]);
  const client = createPublicClient({ transport: custom(chain, { retryCount: 0 }) });
  return client.readContract({
    address: shares,
    abi: propertyShares.abi,
    functionName: 'balanceOf',
    args: [address, BigInt(tokenId)],
  });
}
