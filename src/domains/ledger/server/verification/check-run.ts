import type pg from 'pg';
import { type ChainFault, type CheckedRun, createRunChecker } from './check-blocks.ts';
import { copyBlocksQuery, createRowReader } from './copy-rows.ts';
import { readCopy } from './read-copy.ts';

/**
 * Reads the stored blocks `first` to `end` (exclusive) in one pass and checks everything except the link to the
 * previous block. Resolves to the first fault, if any. Rejects only if the database does not respond.
 */
export async function checkRun(
  client: pg.Client,
  first: number,
  end: number,
  keep: 'leaves' | 'root',
): Promise<CheckedRun | { readonly fault: ChainFault }> {
  const checker = createRunChecker(first, end, keep);
  await readCopy(client, copyBlocksQuery(first, end), createRowReader(checker.pushBytes, checker.push));
  return checker.finish();
}
