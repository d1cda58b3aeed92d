import { sql } from 'kysely';
import type { ReadFrom } from '#domains/ledger/server/index.ts';
import { transactionUsed } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaidTransfer } from './digital/receipts.ts';
import {
  keysOfMove,
  type LineBlock,
  type LineMove,
  movedAlready,
  readLineBlocks,
  requireSuspended,
} from './line-uses.ts';

/** What the money of a block comes from: transfers on a chain, and the line of a statement or held money that it moves. */
export type Origin = {
  readonly transfers?: readonly PaidTransfer[] | undefined;
  readonly moves?: LineMove | undefined;
};

/** What the blocks have used of what a batch asked for: keys, and what became of each line. */
export type UsedMoney = { readonly keys: ReadonlySet<string>; readonly lines: readonly LineBlock[] };

/** Lets money rest on a transfer once, and moves that of a line once, by the blocks and not by the tables about them. */
export type MoneyUses = {
  /** Reads which of this money is used: by a block, or by one on its way. */
  read(db: Database, wanted: readonly Origin[], from: ReadFrom): Promise<UsedMoney>;
  /**
   * Claims money for the block of a request, and returns its keys. Call it last, because a refused request claims nothing.
   *
   * @throws AppError `payments.transaction_used`, `payments.line_decided`, `server.unavailable` if a line has other cents than its block
   */
  claim(used: UsedMoney, origin: Origin): readonly string[];
  /** The blocks with these keys are durable, and are read from then on. */
  committed(keys: readonly string[]): void;
};

/** Creates what the rule sets of this process share about money. Each takes a part of its own, and sees what the others claim. */
export function createMoneyUses(): () => MoneyUses {
  /** Claimed by blocks that cannot be read yet. */
  const claimed = new Set<string>();
  return () => openPart(claimed);
}

function openPart(claimed: Set<string>): MoneyUses {
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
      const transfers = wanted.flatMap((one) => one.transfers ?? []);
      const moves = wanted.flatMap((one) => one.moves ?? []);
      // Before the query: a block that becomes durable meanwhile may be missing from its result.
      const onTheirWay = [...transfers.map(keyOf), ...moves.flatMap(keysOfMove)].filter((key) => claimed.has(key));
      const [keys, lines] = await Promise.all([
        transfers.length === 0 ? [] : readUsed(db, transfers),
        readLineBlocks(
          db,
          moves.map(({ line }) => line),
        ),
      ]);
      return { keys: new Set([...onTheirWay, ...keys, ...lines.flatMap(keysOfMove)]), lines };
    },
    claim(used, { transfers = [], moves }) {
      const isTaken = (key: string) => used.keys.has(key) || claimed.has(key);
      const keys = transfers.map(keyOf);
      if (keys.some(isTaken) || new Set(keys).size < keys.length)
        throw new AppError(transactionUsed, 'Other money rests on this transfer already, so nothing is recorded.', {
          hint: 'Ask the city. Its operator runs cairn rebuild --check.',
        });
      if (moves !== undefined) {
        const moved = keysOfMove(moves);
        if (moved.some(isTaken)) throw movedAlready();
        requireSuspended(used.lines, moves);
        keys.push(...moved);
      }
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
