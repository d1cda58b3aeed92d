import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ChainFault, type CheckedRun, createRunChecker } from './check-blocks.ts';
import { copyBlocksQuery, createRowReader } from './copy-rows.ts';

/**
 * Reads the stored blocks `first` to `end` (not included) in one pass and checks all of them but the link to the block
 * before. Resolves to the first fault there is; throws only when the database does not answer.
 */
export async function checkRun(
  client: pg.Client,
  first: number,
  end: number,
  keep: 'leaves' | 'root',
): Promise<CheckedRun | { readonly fault: ChainFault }> {
  const checker = createRunChecker(first, end, keep);
  const read = createRowReader(checker.pushBytes, checker.push);
  const stream = client.query(copyTo(copyBlocksQuery(first, end)));
  let faulty = false;
  // The stream is read to its end after a fault as well: the connection is in COPY mode until then.
  for await (const chunk of stream) if (!faulty) faulty = !read(chunk as Buffer);
  return checker.finish();
}
