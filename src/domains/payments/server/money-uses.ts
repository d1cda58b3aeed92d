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

/** The source of a block's money: transfers on a chain, and the bank line or held money that it moves. */
export type Origin = {
  readonly transfers?: readonly PaidTransfer[] | undefined;
  readonly moves?: LineMove | undefined;
};

/** The money of a batch that blocks have already used: keys, and the blocks of each line. */
export type UsedMoney = { readonly keys: ReadonlySet<string>; readonly lines: readonly LineBlock[] };

/** Ensures that a transfer pays once and the money of a line moves once, judged by the blocks and not by the tables. */
export type MoneyUses = {
  /** Reads which of this money is used by a block, durable or in flight. */
  read(db: Database, wanted: readonly Origin[], from: ReadFrom): Promise<UsedMoney>;
  /**
   * Claims money for the block of a request, and returns its keys. Call it last, because a refused request claims nothing.
   *
   * @throws AppError `payments.transaction_used`, `payments.line_decided`, `server.unavailable` if a line has other cents than its block
   */
  claim(used: UsedMoney, origin: Origin): readonly string[];
  /** Releases the claims of durable blocks: from now on the blocks are read. */
  committed(keys: readonly string[]): void;
};

/** Creates the claims that the rule sets of this process share. Each rule set gets its own part and sees the claims of the others. */
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
      // The claims of this rule set are lost. Blocks of the others may be in flight.
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
        throw new AppError(transactionUsed, 'This transfer was already used for other money, so nothing is recorded.', {
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

/** Reads the used transfers. A payment that was taken back because its transaction left the chain no longer uses it. */
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
