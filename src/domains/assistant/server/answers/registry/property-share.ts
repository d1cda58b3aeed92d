import type { Query } from '#domains/assistant/contract.ts';
import { citeScreen, type Draft, refusedBy, type Turn, total } from '../turn.ts';
import { summarize } from './property-alternatives.ts';
import { propertyFilters } from './property-filters.ts';

/** Answers which percentage of properties fulfills the conditions that the question asks about, or owes tax. */
export async function answerPropertyShare(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const plain = query.where.map(({ part: _, ...condition }) => condition);
  const isTax = query.field === 'tax';
  const whole = isTax ? plain.filter(({ kind }) => kind !== 'owed') : query.where.filter(({ part }) => part !== true);
  const part = isTax ? [...whole, { kind: 'owed', value: 'yes' } as const] : plain;
  if (part.length === whole.length || (query.field !== undefined && !isTax))
    return {
      reply: 'The percentage of what? Say what the properties have to fulfill, such as “owe tax”.',
      outcome: 'clarify',
    };
  const all = await countOf(turn, whole);
  const some = await countOf(turn, part);
  if ('instead' in all) return all.instead;
  if ('instead' in some) return some.instead;
  if (all.count === 0) return { reply: `There are 0 ${all.words}.` };
  const percent = ((100 * some.count) / all.count).toFixed(1).replace('.0', '');
  return {
    reply: `${percent}% of the ${all.words}: ${total(some.count)} of ${total(all.count)} are ${some.words}.`,
    citations: [citeScreen('Municipal registry', '/detroit')],
  };
}

async function countOf(
  turn: Turn,
  where: Query['where'],
): Promise<{ count: number; words: string } | { readonly instead: Draft }> {
  const filters = await propertyFilters({ ...turn, query: { ...turn.query, ask: 'count', where } });
  if ('instead' in filters) return filters;
  const read = await summarize(turn, filters.queries, { limit: 1 });
  if (!read.ok) return { instead: refusedBy(read) };
  const { adjective, words } = filters;
  return { count: read.value.properties, words: `${adjective === '' ? '' : `${adjective} `}properties${words}` };
}
