import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, listed, refusedBy, spokenAction, type Turn } from '../turn.ts';
import { activityTable } from './activity-table.ts';
import { eventFilters, spokenEvents } from './event-filters.ts';

/** Answers about the events that do not fulfill a condition: all events less those that do. */
export async function sayExcept(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const where = query.where.filter(({ not }) => not !== true);
  const excluded = query.where.filter(({ not }) => not === true).map(({ not: _, ...condition }) => condition);
  const [without] = excluded;
  const all = await turn.run('summarize_events', { ...eventFilters({ ...query, where }, username), limit: 100 });
  const some = await turn.run('summarize_events', {
    ...eventFilters({ ...query, where: [...where, ...excluded] }, username),
    limit: 100,
  });
  if (!all.ok) return refusedBy(all);
  if (!some.ok) return refusedBy(some);
  const lists = query.ask === 'list' || query.ask === 'describe';
  const fits = query.ask === 'count' || query.ask === 'whether' || (lists && all.value.total <= 100);
  if (excluded.length > 1 || where.some(({ kind }) => kind === without?.kind) || all.value.atLeast || !fits)
    return {
      reply: 'I can count events that lack one thing, not rank them. Ask how many there are.',
      outcome: 'clarify',
    };
  const count = all.value.total - some.value.total;
  const out = new Set(some.value.newest.map(({ id }) => id));
  const rest = all.value.newest.filter(({ id }) => !out.has(id));
  const words = spokenEvents({ ...query, where }, username);
  const other = spokenEvents({ ...query, where: excluded }, username).all;
  return {
    reply: `${query.ask === 'whether' ? (count > 0 ? 'Yes. ' : 'No. ') : ''}There ${count === 1 ? 'is' : 'are'} ${words.counted(count)}, without the ${counted(some.value.total, 'event')} that are ${other}.`,
    citations: [citeScreen('Events', '/events')],
    blocks: lists && rest.length > 0 ? [activityTable(rest, count)] : [],
  };
}

/** Answers about events with one kind of anomaly. The summary has no such filter, so all anomalous events are read. */
export async function sayAnomalies({ run, query, username }: Turn): Promise<Draft> {
  const kinds = conditionsOf(query, 'anomalous').map(({ value }) => value);
  const { location, category, batch, stating, addressee, ...filters } = eventFilters(query, username);
  if ([location, category, batch, stating, addressee].some((one) => one !== undefined))
    return { reply: 'I can restrict one kind of anomaly by action, participant and period only.', outcome: 'clarify' };
  const read = await run('recent_activities', { ...filters, anomalous: true, limit: 100 });
  if (!read.ok) return refusedBy(read);
  const { activities } = read.value;
  if (activities.length === 100)
    return {
      reply: 'There are too many anomalous events to tell their kinds. Name a shorter period.',
      outcome: 'clarify',
    };
  const found = activities.filter(({ anomalies }) => anomalies.some((anomaly) => kinds.includes(anomaly)));
  const rest = { ...query, where: query.where.filter(({ kind }) => kind !== 'anomalous') };
  return {
    reply: `${query.ask === 'whether' ? (found.length > 0 ? 'Yes. ' : 'No. ') : ''}There ${found.length === 1 ? 'is' : 'are'} ${spokenEvents(rest, username).counted(found.length)} marked “${listed(kinds)}”.`,
    citations: [citeScreen('Events', '/events')],
    blocks: found.length === 0 ? [] : [activityTable(found, found.length)],
  };
}

/**
 * If no event of the action states the words, answers whether other events do, such as receipts instead of deliveries.
 */
export async function sayStatedElsewhere({ run, query, username }: Turn): Promise<Draft> {
  const where = query.where.filter(({ kind }) => kind !== 'action');
  const read = await run('summarize_events', { ...eventFilters({ ...query, where }, username), limit: 100 });
  if (!read.ok) return refusedBy(read);
  const { total, actions, newest } = read.value;
  const asked = conditionsOf(query, 'action').map(({ value }) => spokenAction(value));
  const words = conditionsOf(query, 'stating').map(({ value }) => `“${value}”`);
  if (total === 0)
    return { reply: `No event states ${listed(words)}, so I may not have understood that.`, outcome: 'unknown' };
  return {
    reply: `${listed(actions.map(({ value, events }) => counted(events, `${spokenAction(value)} event`)))} ${total === 1 ? 'states' : 'state'} ${listed(words)}, and no ${asked.join(' or ')} event does.`,
    citations: [citeScreen('Events', '/events')],
    blocks: [activityTable(newest, total)],
  };
}
