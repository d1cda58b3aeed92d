import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { sayEvents } from './about-events.ts';
import { collectAssets, spokenFilters } from './asset-filters.ts';
import { eventFilters, misplaced } from './event-filters.ts';
import {
  assetLink,
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  spokenAction,
  spokenPeriod,
  type Turn,
  table,
  total,
} from './turn.ts';

/** Conditions that only the present state of an asset fulfills. The summary of events does not know them. */
const STATE: readonly Condition['kind'][] = ['status', 'batch', 'text'];
const PAGES_MAX = 8;

/** Answers about assets by what happened to them: distinct assets of the matching events. */
export async function answerAssetsByEvents(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const [negated] = conditionsOf(query, 'action').filter(({ not }) => not === true);
  if (negated !== undefined) return answerNever(turn, negated);
  if (
    query.where.some(({ kind, as }) => kind === 'participant' && as === 'holder') ||
    query.where.some(({ kind }) => STATE.includes(kind))
  )
    return answerIntersection(turn);
  const roles = new Set(conditionsOf(query, 'participant').map(({ as }) => as ?? 'actor'));
  if (roles.size > 1)
    return {
      reply:
        'An event states one participant beside the addressee, so I cannot tell what went from one to another. Ask about one of them.',
      outcome: 'clarify',
    };
  const wrong = misplaced(query);
  if (wrong !== undefined) return wrong;
  const actions = conditionsOf(query, 'action');
  if (actions.length > 1 || query.where.some(({ as }) => as === 'addressee')) return sayEvents(turn);
  const read = await turn.run('summarize_events', { ...eventFilters(query, username), limit: 100 });
  if (!read.ok) return refusedBy(read);
  const { assets, total: events, atLeast, perAsset, newest } = read.value;
  const what = spokenFilters(
    { ...query, where: query.where.filter(({ kind }) => kind === 'category' || kind === 'anomalous') },
    username,
  );
  const [action] = actions;
  const did =
    action === undefined
      ? 'have an event'
      : action.value === 'quality_check'
        ? 'were quality checked'
        : `were ${spokenAction(action.value)}`;
  const rest = `${by(turn)}${at(query)}${spokenPeriod(query)}`;
  if (
    query.ask === 'most' ||
    query.ask === 'least' ||
    query.by !== undefined ||
    query.ask === 'compare' ||
    query.ask === 'who' ||
    query.ask === 'when' ||
    query.ask === 'where'
  )
    return sayEvents(turn);
  const yes = query.ask === 'whether' ? (assets > 0 ? 'Yes. ' : 'No. ') : '';
  const ids = perAsset.map(({ value }) => value);
  const status =
    action === undefined || spokenPeriod(query) !== '' || rest !== '' ? '' : await statusNote(turn, action.value);
  return {
    reply: `${yes}${atLeast ? 'At least ' : ''}${counted(assets, 'asset')}${what} ${assets === 1 ? did.replace(/^were/, 'was').replace(/^have/, 'has') : did}${rest}, in ${counted(events, 'event')}.${assets > 0 && assets <= 10 ? ` ${assets === 1 ? 'It is' : 'They are'} ${listed(ids)}.` : ''}${status}`,
    citations: [citeScreen('Assets', '/assets')],
    blocks:
      assets === 0
        ? []
        : [
            table(
              'Assets',
              ['Asset', 'Name', 'Events'],
              perAsset.map(({ value, events: count }) => [
                { text: value, href: assetLink(value) },
                { text: newest.find(({ assetId }) => assetId === value)?.assetName ?? '' },
                { text: String(count) },
              ]),
              assets,
            ),
          ],
    context: { assets: ids.slice(0, 20), ...(ids.length === 1 && ids[0] !== undefined ? { assetId: ids[0] } : {}) },
  };
}

/** What the status says beside the events: "were delivered" may mean either. */
async function statusNote(turn: Turn, action: string): Promise<string> {
  if (!['shipped', 'delivered', 'manufactured'].includes(action)) return '';
  const read = await turn.run('dashboard_stats');
  const count = read.ok ? read.value.byStatus[action as 'shipped'] : undefined;
  return count === undefined || turn.query.where.some(({ kind }) => kind === 'category')
    ? ''
    : ` ${counted(count, 'asset')} now ${count === 1 ? 'has' : 'have'} the status ${action}.`;
}

const at = (query: Query) =>
  conditionsOf(query, 'place')
    .map(({ value, as }) => ` ${as === 'from' ? 'from' : as === 'to' ? 'to' : 'at'} ${value}`)
    .join('');
const by = ({ query, username }: Turn) =>
  query.where
    .flatMap(({ kind, value }) => (kind === 'participant' ? ` by ${value}` : kind === 'mine' ? ` by ${username}` : []))
    .join('');

/** Assets without an event: all matching ones, less those that have one. */
async function answerNever(turn: Turn, negated: Condition): Promise<Draft> {
  const rest = turn.query.where.filter((condition) => condition !== negated);
  if (rest.some(({ kind }) => kind !== 'category') || turn.query.ask !== 'count')
    return {
      reply: `I can count the assets that were never ${spokenAction(negated.value)}, but not list them. Ask how many there are.`,
      outcome: 'clarify',
    };
  const having = await turn.run('summarize_events', {
    ...eventFilters({ ...turn.query, where: [...rest, { ...negated, not: false }] }, turn.username),
    limit: 1,
  });
  if (!having.ok) return refusedBy(having);
  const all = await collectAssets({ ...turn, query: { ...turn.query, where: rest } }, 1);
  if ('instead' in all) return all.instead;
  if (having.value.atLeast || all.isEstimate)
    return { reply: 'There are too many events to count that exactly.', outcome: 'unknown' };
  const never = all.total - having.value.assets;
  return {
    reply: `${counted(never, 'asset')}${spokenFilters({ ...turn.query, where: rest }, turn.username)} ${never === 1 ? 'was' : 'were'} never ${spokenAction(negated.value)}: ${total(having.value.assets)} of ${total(all.total)} were.`,
  };
}

/** Assets in a present state to which something happened: both are read, and compared by id. */
async function answerIntersection(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const state = query.where.filter(({ kind, as }) => STATE.includes(kind) || kind === 'category' || as === 'holder');
  const events = query.where.filter((condition) => !state.includes(condition));
  const found = await collectAssets(
    { ...turn, query: { ...query, where: [...state, { kind: 'status', value: '\u0000none', not: true }] } },
    100,
  );
  if ('instead' in found) return found.instead;
  const { location, category: _, ...filters } = eventFilters({ ...query, where: events }, username);
  const ids = new Set<string>();
  let before: number | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const read = await turn.run('recent_activities', {
      ...filters,
      limit: 100,
      ...(before === undefined ? {} : { before }),
    });
    if (!read.ok) return refusedBy(read);
    for (const { assetId, location: where } of read.value.activities)
      if (
        assetId !== undefined &&
        (location === undefined || where?.toLowerCase().includes(String(location).toLowerCase()))
      )
        ids.add(assetId);
    before = read.value.activities.at(-1)?.blockIndex;
    if (read.value.activities.length < 100) break;
    if (page === PAGES_MAX - 1)
      return { reply: 'There are too many events to compare. Name a shorter period.', outcome: 'clarify' };
  }
  if (!found.complete)
    return { reply: 'There are too many assets to compare. Narrow the question down.', outcome: 'clarify' };
  const both = found.assets.filter(({ assetId }) => ids.has(assetId));
  const did = conditionsOf(query, 'action').map(({ value }) => spokenAction(value));
  return {
    reply: `${counted(both.length, 'asset')}${spokenFilters({ ...query, where: state }, username)} ${both.length === 1 ? 'was' : 'were'} ${did.length === 0 ? 'part of an event' : listed(did)}${by({ ...turn, query: { ...query, where: events } })}${at({ ...query, where: events })}${spokenPeriod(query)}.`,
    blocks:
      both.length === 0
        ? []
        : [
            table(
              'Assets',
              ['Asset', 'Name', 'Status'],
              both.map(({ assetId, name, currentStatus }) => [
                { text: assetId, href: assetLink(assetId) },
                { text: name },
                { text: currentStatus },
              ]),
            ),
          ],
    context: { assets: both.slice(0, 20).map(({ assetId }) => assetId) },
  };
}
