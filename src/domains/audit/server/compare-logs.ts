import { digestLog, outsideLogs } from '#domains/participants/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Difference } from '#platform/server/domain.ts';
import { isExpired, readAnchors } from './log-anchors.ts';

const EXAMPLES_MAX = 10;

/**
 * Compares the administration log and the security log with every anchor on the chain. Returns, for each log, the parts
 * that were altered since, with their remaining entries. Entries newer than the last anchor are not covered yet.
 */
export async function compareLogs(database: Database, clock: Clock): Promise<Difference[]> {
  const found = new Map<string, string[]>();
  for await (const { block, data } of readAnchors(database))
    for (const log of outsideLogs) {
      if (log === 'security_events' && isExpired(block.timestamp, clock())) continue;
      const anchored = data[log];
      const { entries, sha256 } = await digestLog(database, log, anchored.after, anchored.to);
      if (sha256 === anchored.sha256) continue;
      const parts = found.get(log) ?? [];
      found.set(log, parts);
      parts.push(
        `entries ${anchored.after + 1} to ${anchored.to}, anchored in block ${block.index}: ` +
          (entries === anchored.entries ? 'their content was changed' : `${entries} are left of ${anchored.entries}`),
      );
    }
  return [...found].map(([projection, parts]) => ({
    projection,
    count: parts.length,
    examples: parts.slice(0, EXAMPLES_MAX),
    repairable: false,
  }));
}
