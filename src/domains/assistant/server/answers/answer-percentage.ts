import type { Condition } from '#domains/assistant/contract.ts';
import { collectAssets, spokenFilters } from './assets/asset-filters.ts';
import { eventFilters, spokenEvents } from './events/event-filters.ts';
import { citeScreen, type Draft, refusedBy, type Turn, total } from './turn.ts';

/** Answers which percentage of assets or events fulfills the part of the conditions that is asked about. */
export async function answerPercentage(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const whole = query.where.filter(({ part }) => part !== true);
  if (whole.length === query.where.length)
    return {
      reply: 'The percentage of what? Say what they have to fulfill, such as “are delivered”.',
      outcome: 'clarify',
    };
  const all = await countOf(turn, whole);
  const some = await countOf(turn, query.where);
  if (typeof all !== 'number') return all;
  if (typeof some !== 'number') return some;
  if (all === 0) return { reply: 'There are none of them, so there is no percentage.' };
  const words = (where: readonly Condition[]) =>
    query.subject === 'event'
      ? spokenEvents({ ...query, where: [...where] }, username).all
      : `assets${spokenFilters({ ...query, where: [...where] }, username)}`;
  return {
    reply: `${((100 * some) / all).toFixed(1).replace('.0', '')}% of ${words(whole)}: ${total(some)} of ${total(all)} are ${words(query.where)}.`,
    citations: [query.subject === 'event' ? citeScreen('Events', '/events') : citeScreen('Assets', '/assets')],
  };
}

async function countOf(turn: Turn, where: readonly Condition[]): Promise<number | Draft> {
  const query = { ...turn.query, where: where.map(({ part: _, ...condition }) => condition) };
  const byEvents = where.some(({ kind }) => kind === 'action' || kind === 'period' || kind === 'stating');
  if (query.subject !== 'event' && !byEvents) {
    const found = await collectAssets({ ...turn, query }, 1);
    if ('instead' in found) return found.instead;
    return found.isEstimate || (!found.complete && found.assets.length === 0 && found.total === 0)
      ? { reply: 'There are too many assets to count them exactly.', outcome: 'clarify' }
      : found.total;
  }
  if (where.some(({ not }) => not === true))
    return { reply: 'Ask for the percentage that does, not for the one that does not.', outcome: 'clarify' };
  const read = await turn.run('summarize_events', { ...eventFilters(query, turn.username), limit: 1 });
  if (!read.ok) return refusedBy(read);
  if (read.value.atLeast) return { reply: 'There are too many events to count them exactly.', outcome: 'clarify' };
  return query.subject === 'event' ? read.value.total : read.value.assets;
}
