import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { spokenBounds, withinBounds } from '../bounds.ts';
import { sayEvents } from '../events/about-events.ts';
import { sayStatedElsewhere } from '../events/event-exceptions.ts';
import { eventFilters, misplaced } from '../events/event-filters.ts';
import {
  citeScreen,
  type Draft,
  doneTo,
  listed,
  refusedBy,
  spokenPeriod,
  type Turn,
  table,
  unsupported,
} from '../turn.ts';
import { spokenFilters } from './asset-filters.ts';
import { answerBySets, isState } from './asset-sets.ts';
import { assetCells, assetColumns } from './asset-table.ts';
import { answerFailed, asksFailed } from './failed-checks.ts';

/** Answers about assets by their events: the distinct assets of the matching events. */
export async function answerAssetsByEvents(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const other = answerOtherwise(turn);
  if (other !== undefined) return other;
  const actions = conditionsOf(query, 'action');
  const read = await turn.run('summarize_events', { ...eventFilters(query, username), limit: 100 });
  if (!read.ok) return refusedBy(read);
  const { atLeast, newest } = read.value;
  const bounded = conditionsOf(query, 'number').length > 0;
  if (bounded && read.value.perAsset.length < read.value.assets)
    return { reply: 'There are too many assets to compare. Narrow the question down.', outcome: 'clarify' };
  if (read.value.total === 0 && conditionsOf(query, 'stating').length > 0) return sayStatedElsewhere(turn);
  const perAsset = bounded
    ? read.value.perAsset.filter(({ events }) => withinBounds(query, events))
    : read.value.perAsset;
  const assets = bounded ? perAsset.length : read.value.assets;
  const events = bounded ? perAsset.reduce((sum, one) => sum + one.events, 0) : read.value.total;
  const what = spokenFilters(
    { ...query, where: query.where.filter(({ kind }) => kind === 'category' || kind === 'anomalous') },
    username,
  );
  const [action] = actions;
  const did = action === undefined ? 'have an event' : `were ${doneTo(action.value)}`;
  const rest = `${by(turn)}${at(query)}${spokenPeriod(query)}${spokenBounds(query, 'such event')}`;
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
              [...assetColumns, 'Events'],
              perAsset.map(({ value, events: count }) => [
                ...assetCells(value, newest.find(({ assetId }) => assetId === value)?.assetName),
                { text: String(count) },
              ]),
              assets,
            ),
          ],
    context: { assets: ids.slice(0, 20), ...(ids.length === 1 && ids[0] !== undefined ? { assetId: ids[0] } : {}) },
  };
}

/** Questions that one summary of events does not answer: those of several sets, of events themselves, and unclear ones. */
function answerOtherwise(turn: Turn): Promise<Draft> | Draft | undefined {
  const { query } = turn;
  const several = (...kinds: readonly Condition['kind'][]) =>
    kinds.some((kind) => conditionsOf(query, kind).length > 1);
  if (asksFailed(query)) return answerFailed(turn);
  const periods = conditionsOf(query, 'period').filter(({ also }) => also !== true);
  if (periods.length > 1 && several('action'))
    return { reply: 'Which happened when? Ask about one period at a time.', outcome: 'clarify' };
  const ranked = query.by !== undefined || ['most', 'least', 'who', 'when', 'where', 'how long'].includes(query.ask);
  const states = query.where.filter(
    (one) => isState(one) && one.kind !== 'category' && !(ranked && one.kind === 'batch'),
  );
  if (ranked && states.length > 0)
    return (
      unsupported(
        query,
        ['action', 'participant', 'mine', 'category', 'batch', 'period', 'place', 'stating', 'number', 'anomalous'],
        'events',
      ) ?? sayEvents(turn)
    );
  if (states.length > 0 || (!ranked && query.where.some(({ not, also }) => not || also))) return answerBySets(turn);
  const wrong = misplaced(query);
  if (wrong !== undefined) return wrong;
  const alternates = several('action', 'period', 'place', 'participant', 'category', 'stating');
  if (alternates && !ranked && SET_ASKS.has(query.ask)) return answerBySets(turn);
  if (several('action')) return sayEvents(turn);
  // "Which was made first" needs the event. Of several, a summary has only the newest.
  if (query.order === 'oldest' && (query.limit ?? 1) > 1)
    return { reply: 'I can name the first of them, not several. Ask for the newest instead.', outcome: 'clarify' };
  return query.order !== undefined && (query.limit ?? 1) === 1
    ? sayEvents({ ...turn, query: { ...query, ask: 'when' } })
    : undefined;
}

const SET_ASKS: ReadonlySet<string> = new Set(['count', 'list', 'describe', 'whether']);

/** Returns a note about the status in addition to the events: "were delivered" may mean either. */
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
    .map(
      ({ value, as }) =>
        ` ${as === 'from' ? 'from' : as === 'to' ? 'to' : as === 'via' && conditionsOf(query, 'action').length === 0 ? 'through' : 'at'} ${value}`,
    )
    .join('');
const by = ({ query, username }: Turn) =>
  query.where
    .flatMap(({ kind, value, as }) =>
      kind === 'participant' || kind === 'mine'
        ? ` ${as === 'addressee' ? 'to' : 'by'} ${kind === 'mine' ? username : value}`
        : kind === 'stating'
          ? `, stating “${value}”`
          : [],
    )
    .join('');
