import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { collectAssets, spokenFilters } from './assets/asset-filters.ts';
import { collectBySets } from './assets/asset-sets.ts';
import { eventFilters, spokenEvents } from './events/event-filters.ts';
import { resolvePlaces } from './resolve-place.ts';
import {
  citeScreen,
  type Draft,
  doneTo,
  listed,
  refusedBy,
  spokenPeriod,
  type Turn,
  total,
  unsupported,
} from './turn.ts';

/** Answers which percentage of assets or events fulfills the conditions that the question asks about. */
export async function answerPercentage(turn: Turn): Promise<Draft> {
  const { query } = turn;
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
  return {
    reply: `${((100 * some) / all).toFixed(1).replace('.0', '')}% of ${spokenWhole(turn, whole)}: ${total(some)} of ${total(all)} ${spokenPart(turn, some)}.`,
    citations: [citeCounted(query)],
  };
}

/** Answers whether all of them fulfill the conditions that the question asks about: "are all food assets delivered". */
export async function answerAll(asked: Turn): Promise<Draft> {
  const placed = await resolvePlaces(asked);
  if ('instead' in placed) return placed.instead;
  const { turn } = placed;
  const { query } = turn;
  const whole = query.where.filter(({ part }) => part !== true);
  const refused = unsupported(
    query,
    ['status', 'category', 'batch', 'participant', 'mine', 'place', 'text', 'action', 'period', 'stating'],
    'all of them',
  );
  if (refused !== undefined) return refused;
  const all = await countOf(turn, whole);
  const some = await countOf(turn, query.where);
  if (typeof all !== 'number') return all;
  if (typeof some !== 'number') return some;
  const words = spokenWhole(turn, whole);
  if (all === 0) return { reply: `There are no ${words}.`, outcome: 'unknown' };
  return {
    reply: `${all === some ? 'Yes' : 'No'}. ${total(some)} of ${total(all)} ${words} ${spokenPart(turn, some)}.`,
    citations: [citeCounted(query)],
  };
}

const citeCounted = ({ subject }: Query) =>
  subject === 'event' ? citeScreen('Events', '/events') : citeScreen('Assets', '/assets');

/** Describes the whole that is counted: "assets in the category Food that were returned". */
function spokenWhole({ query, username }: Turn, where: readonly Condition[]): string {
  const whole = { ...query, where: [...where] };
  if (query.subject === 'event') return spokenEvents(whole, username).all;
  const did = conditionsOf(whole, 'action').map(({ value }) => doneTo(value));
  return `assets${spokenFilters(whole, username)}${did.length === 0 ? '' : ` that were ${listed(did)}`}${spokenPeriod(whole)}`;
}

/** Describes the conditions that some of them fulfill: "have the status delivered", "were returned", "is at Oslo". */
function spokenPart({ query, username }: Turn, count: number): string {
  const [be, was, have] = count === 1 ? ['is', 'was', 'has'] : ['are', 'were', 'have'];
  const parts = query.where.filter(({ part }) => part === true);
  return listed(
    parts.map(({ kind, value, as, not }) => {
      const no = not === true ? 'not ' : '';
      if (kind === 'status') return not === true ? `${be} not ${value}` : `${have} the status ${value}`;
      if (kind === 'action') return `${was} ${no}${doneTo(value)}`;
      if (kind === 'stating') return `${not === true ? 'do not ' : ''}state “${value}”`;
      if (kind === 'place') return `${be} ${no}at ${value}`;
      const who = kind === 'mine' ? username : value;
      if (kind === 'participant' || kind === 'mine')
        return `${be} ${no}${as === 'addressee' ? 'addressed to' : as === 'holder' || as === undefined ? 'held by' : 'by'} ${who}`;
      return `${be} ${no}${kind === 'category' ? 'in the category' : kind === 'batch' ? 'in batch' : 'named'} ${value}`;
    }),
  );
}

async function countOf(turn: Turn, where: readonly Condition[]): Promise<number | Draft> {
  const plain = where.map(({ part: _, ...condition }) => condition);
  const query = { ...turn.query, where: plain };
  const byEvents = where.some(({ kind }) => kind === 'action' || kind === 'period' || kind === 'stating');
  if (query.subject !== 'event' && !byEvents) {
    const found = await collectAssets({ ...turn, query }, 1);
    if ('instead' in found) return found.instead;
    return found.isEstimate || (!found.complete && found.assets.length === 0 && found.total === 0)
      ? { reply: 'There are too many assets to count them exactly.', outcome: 'clarify' }
      : found.total;
  }
  if (query.subject !== 'event') {
    // Each of several actions has to have happened.
    const together = plain.map((one) => (one.kind === 'action' && one.not !== true ? { ...one, also: true } : one));
    const found = await collectBySets({ ...turn, query: { ...query, where: together } });
    return 'instead' in found ? found.instead : found.kept.length;
  }
  if (where.some(({ not }) => not === true))
    return { reply: 'Ask for the percentage that does, not for the one that does not.', outcome: 'clarify' };
  if (where.some(({ kind }, at) => where.findIndex((other) => other.kind === kind) !== at))
    return { reply: 'One event is not both. Ask about the assets instead.', outcome: 'clarify' };
  const read = await turn.run('summarize_events', { ...eventFilters(query, turn.username), limit: 1 });
  if (!read.ok) return refusedBy(read);
  if (read.value.atLeast) return { reply: 'There are too many events to count them exactly.', outcome: 'clarify' };
  return read.value.total;
}
