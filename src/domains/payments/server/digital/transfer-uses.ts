import { sql } from 'kysely';
import type { ReadFrom } from '#domains/ledger/server/index.ts';
import { transactionUsed } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaidTransfer } from './receipts.ts';

/** Which of the transfers that a batch asked for money rests on already, by key. */
export type UsedTransfers = ReadonlySet<string>;

/** Lets money rest on a transfer once, by the blocks and not by the tables about transfers. */
export type TransferUses = {
  /** Reads which of these transfers are used: by a block, or by one on its way. */
  read(db: Database, wanted: readonly PaidTransfer[], from: ReadFrom): Promise<UsedTransfers>;
  /**
   * Claims transfers for the block of a request, and returns their keys. Call it last, because a refused request claims nothing.
   *
   * @throws AppError `payments.transaction_used`
   */
  claim(used: UsedTransfers, transfers: readonly PaidTransfer[]): readonly string[];
  /** The blocks with these transfers are durable, and are read from then on. */
  committed(keys: readonly string[]): void;
};

/** Creates what the rule sets of this process share about transfers. Each takes a part of its own, and sees what the others claim. */
export function createTransferUses(): () => TransferUses {
  /** Claimed by blocks that cannot be read yet. */
  const claimed = new Set<string>();
  return () => openPart(claimed);
}

function openPart(claimed: Set<string>): TransferUses {
  const own = new Set<string>();
  const release = (keys: Iterable<string>) => {
    for (const key of keys) {
      claimed.delete(key);
      own.delete(key);
    }
  };
  return {
    async read(db, wanted, from) {
      // What this rule set had claimed is lost. Blocks of the others may be on their way.
      if (from === 'tables') release([...own]);
      const keys = wanted.map(keyOf);
      // Before the query: a block that becomes durable meanwhile may be missing from its result.
      const onTheirWay = keys.filter((key) => claimed.has(key));
      return new Set([...onTheirWay, ...(wanted.length === 0 ? [] : await readUsed(db, wanted))]);
    },
    claim(used, transfers) {
      const keys = transfers.map(keyOf);
      if (keys.some((key) => used.has(key) || claimed.has(key)) || new Set(keys).size < keys.length)
        throw new AppError(transactionUsed, 'Other money rests on this transfer already, so nothing is recorded.', {
          hint: 'Ask the city. Its operator runs cairn rebuild --check.',
        });
      for (const key of keys) {
        claimed.add(key);
        own.add(key);
      }
      return keys;
    },
    committed: release,
  };
}

const keyOf = ({ chainId, hash, position }: PaidTransfer): string => `${chainId}:${hash}:${position}`;

/** A payment that was taken back because its transaction left the chain no longer rests on it. */
async function readUsed(db: Database, wanted: readonly PaidTransfer[]): Promise<string[]> {
  const probes = wanted.map(({ chainId, hash, position }) =>
    JSON.stringify([{ chain_id: chainId, tx_hash: hash, log: position }]),
  );
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${textArray(wanted.map(keyOf))}::text[], ${textArray(probes)}::text[]) as wanted (key, probe),
    lateral (
      select index, data::jsonb->>'payment' as payment from ledger_blocks
      where domain <> 'trace' and data like '%"transfers":%' and data::jsonb->'transfers' @> probe::jsonb
    ) as named
    where not exists (
      select 1 from payments later join ledger_blocks back on back.index = later.opened_index
      where later.reverses = named.payment and back.index > named.index
        and back.data::jsonb->>'reversal' = later.payment_id and not back.data::jsonb ? 'user'
    )
  `.execute(db);
  return rows.map(({ key }) => key);
}
