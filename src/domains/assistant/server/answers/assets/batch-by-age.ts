import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, spokenTime, type Turn, unsupported } from '../turn.ts';
import { collectAssets } from './asset-filters.ts';

/** Answers which batch was started first or last, by the time when its first asset was made. */
export async function answerBatchByAge(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['category', 'action'], 'the age of batches');
  if (refused !== undefined) return refused;
  if (
    conditionsOf(query, 'action').some(({ value, not }) => value !== 'manufactured' || not === true) ||
    (query.limit ?? 1) > 1
  )
    return { reply: 'I can tell which batch was begun first or last. Ask for that one.', outcome: 'clarify' };
  const where = [...conditionsOf(query, 'category'), { kind: 'status' as const, value: '\u0000none', not: true }];
  const found = await collectAssets({ ...turn, query: { ask: 'list', subject: 'asset', where } }, 100);
  if ('instead' in found) return found.instead;
  if (!found.complete) return { reply: 'There are too many assets to compare their batches.', outcome: 'clarify' };
  const begun = new Map<string, string>();
  for (const { batch, createdAt } of found.assets) {
    const first = batch === undefined ? undefined : begun.get(batch);
    if (batch !== undefined && (first === undefined || createdAt < first)) begun.set(batch, createdAt);
  }
  const sorted = [...begun].toSorted(([, a], [, b]) => a.localeCompare(b));
  const chosen = query.order === 'oldest' ? sorted[0] : sorted.at(-1);
  if (chosen === undefined) return { reply: 'No asset is in a batch.' };
  const [batch, at] = chosen;
  return {
    reply: `Of ${counted(sorted.length, 'batch', 'batches')}, ${batch} was begun ${query.order === 'oldest' ? 'first' : 'last'}: its first asset was made on ${spokenTime(at)}.`,
    citations: [citeScreen('See it in Assets', `/assets?batch=${encodeURIComponent(batch)}`)],
  };
}
