import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runTogether } from '#platform/server/database/one-statement.ts';
import { insertBlocks, lockHead, moveHead } from './blocks.ts';
import { type Draft, type SealedBlock, sealBlocks } from './seal-blocks.ts';

/**
 * Appends blocks within the caller's transaction: they are on the chain if it commits, and never were if it does not.
 * Lock business rows before calling this and write projections after it; every append waits until the transaction ends.
 */
export async function appendBlocks(tx: Database, drafts: readonly Draft[], clock: Clock): Promise<SealedBlock[]> {
  if (drafts.length === 0) return [];
  const head = await lockHead(tx);
  const { blocks, head: next } = sealBlocks(head, drafts, Math.floor(clock() / 1000));
  await runTogether(tx, moveHead(head, next), [insertBlocks(blocks)]);
  return blocks;
}
