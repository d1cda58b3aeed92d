import { type Condition, conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, listed, refusedBy, spokenAction, type Turn } from '../turn.ts';
import { activityTable } from './activity-table.ts';
import { eventFilters, spokenEvents } from './event-filters.ts';

/** Answers about the events that do not fulfill a condition: all events less those that do. */
export async function sayExcept(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const where = query.where.filter(({ not }) => not !== true);
  const excluded = query.where.filter(({ not }) => not === true).map(({ not: _, ...condition }) => condition);
  const [without, ...others] = excluded;
  const lists = query.ask === 'list' || query.ask === 'describe';
  const fits = query.ask === 'count' || query.ask === 'whether' || lists;
  // "Not by X or Y": no event is by both, so each is left out by itself.
  const apart = others.every(({ kind }) => kind === without?.kind && APART.has(kind));
  if (!apart || !fits || where.some(({ kind }) => kind === without?.kind)) return tooMany;
  const left: { total: number; ids: readonly string[] }[] = [];
  const stated: Condition[] = [];
  for (const one of excluded) {
    const some = await readEvents(turn, [...where, one]);
    if (!some.ok) return refusedBy(some);
    if (some.value.total === 0 && one.kind === 'stating') return sayStatedElsewhere(turn);
    stated.push(...attributeOf(one, some.value.readings ?? []));
    left.push({ total: some.value.total, ids: some.value.newest.map(({ id }) => id) });
  }
  if (stated.length > 1) return tooMany;
  const all = await readEvents(turn, [...where, ...stated]);
  if (!all.ok) return refusedBy(all);
  if (all.value.atLeast) return tooMany;
  const omitted = left.reduce((sum, one) => sum + one.total, 0);
  const count = all.value.total - omitted;
  // The newest of all that are left out are among the newest of those.
  const out = new Set(left.flatMap(({ ids }) => ids));
  const rest = all.value.newest.filter(({ id }) => !out.has(id));
  const words = spokenEvents({ ...query, where: [...where, ...stated] }, username);
  const other = listed(excluded.map((one) => spokenEvents({ ...query, where: [one] }, username).all));
  return {
    reply: `${query.ask === 'whether' ? (count > 0 ? 'Yes. ' : 'No. ') : ''}There ${count === 1 ? 'is' : 'are'} ${words.counted(count)}, without the ${counted(omitted, 'event')} that are ${other}.`,
    citations: [citeScreen('Events', '/events')],
    blocks: lists && rest.length > 0 ? [activityTable(rest, count)] : [],
  };
}

const tooMany: Draft = {
  reply: 'I can count events that lack one thing, not rank them. Ask how many there are.',
  outcome: 'clarify',
};

const readEvents = ({ run, query, username }: Turn, where: readonly Condition[]) =>
  run('summarize_events', { ...eventFilters({ ...query, where: [...where] }, username), limit: 100 });

/** "Not intact" is what states another condition, and not what states none: the attributes whose values were left out. */
function attributeOf({ kind, value }: Condition, stated: readonly { readonly field: string }[]): Condition[] {
  const fields = [...new Set(stated.map(({ field }) => field))];
  const isAttribute = fields.some((field) => field.toLowerCase().split('_').includes(value.toLowerCase()));
  if (kind !== 'stating' || isAttribute) return [];
  return fields.map((field) => ({ kind: 'stating', value: field.replaceAll('_', ' ') }));
}

/** Conditions of which an event fulfills one at most. */
const APART = new Set<Condition['kind']>(['participant', 'action', 'category']);

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
