import { type Condition, conditionsOf } from '#domains/assistant/contract.ts';
import type { Asset } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { eventFilters } from '../events/event-filters.ts';
import { citeScreen, type Draft, doneTo, listed, refusedBy, spokenPeriod, type Turn } from '../turn.ts';
import { collectAssets, spokenFilters } from './asset-filters.ts';
import { assetTable } from './asset-table.ts';

/** "From Rwanda" names where goods were made, unless it names where something was shipped from. */
export const isOrigin = ({ kind, as }: Condition, where: readonly Condition[]) =>
  kind === 'place' &&
  as === 'from' &&
  !where.some((other) => other.kind === 'action' || (other.kind === 'place' && other.as === 'to'));

/** "From Basel to Lyon": shipped at the one, and taken in at the other. */
export const isWay = ({ kind, as }: Condition, where: readonly Condition[]) =>
  kind === 'place' &&
  (as === 'from' || as === 'to') &&
  where.some((other) => other.kind === 'place' && other.as === (as === 'to' ? 'from' : 'to')) &&
  where.every((other) => other.kind !== 'action');

const eventAt = (value: string, place: Condition): Condition[] => [
  { kind: 'action', value },
  { ...place, as: 'in' },
];

/** Conditions on the present state of an asset. All others are conditions on its events. */
const STATE: readonly Condition['kind'][] = ['status', 'batch', 'text', 'category'];
export const isState = ({ kind, as }: Condition) =>
  STATE.includes(kind) || ((kind === 'participant' || kind === 'mine') && as === 'holder');

type Group = { readonly not: boolean; readonly alternatives: readonly (readonly Condition[])[] };

/** "Received by X but not shipped": not shipped by X. Receipts and returns have another actor. */
const SAME_ACTOR = new Set(['shipped', 'quality_check']);

/**
 * Splits the conditions on events into groups that one event must fulfill together, and groups that no event may
 * fulfill.
 */
function groupsOf(events: readonly Condition[]): Group[] {
  const plain = (condition: Condition): Condition => ({ ...condition, not: false });
  const actions = events.filter(({ kind }) => kind === 'action');
  const wanted = actions.filter(({ not }) => not !== true);
  const unwanted = actions.filter(({ not }) => not === true);
  const others = events.filter(({ kind }) => kind !== 'action');
  const shared = others.filter(({ not, also }) => not !== true && also !== true);
  const also = others.filter((condition) => condition.also === true && condition.not !== true);
  const together = wanted.some((action) => action.also);
  const groups: Group[] = [];
  // "Returned and made by X": the maker belongs to that action only.
  const ofAction = (action: Condition) => shared.filter(({ of }) => of === undefined || of === action.value);
  if (together) for (const action of wanted) groups.push({ not: false, alternatives: [[action, ...ofAction(action)]] });
  else if (wanted.length > 0) groups.push({ not: false, alternatives: wanted.map((action) => [action, ...shared]) });
  else if (unwanted.length === 0 && shared.length > 0) groups.push({ not: false, alternatives: [shared] });
  for (const condition of also) {
    const rest = shared.filter(({ kind }) => kind !== condition.kind);
    groups.push({ not: false, alternatives: [[...wanted.slice(0, 1), ...rest, condition]] });
  }
  // If an event did happen, a period or a participant belongs to that event.
  for (const action of unwanted) {
    const actor = SAME_ACTOR.has(action.value)
      ? ofAction(action).filter(({ kind }) => kind === 'participant' || kind === 'mine')
      : [];
    groups.push({ not: true, alternatives: [[plain(action), ...(wanted.length > 0 ? actor : ofAction(action))]] });
  }
  for (const condition of others.filter(({ not }) => not === true))
    groups.push({ not: true, alternatives: [[...(unwanted.length > 0 ? [] : wanted), plain(condition)]] });
  return groups;
}

/** "In Oslo or Bergen in January and February": each combination is one alternative. */
function combine(where: readonly Condition[]): Condition[][] {
  const kind = (['period', 'place', 'participant', 'category', 'stating'] as const).find(
    (one) => where.filter((condition) => condition.kind === one).length > 1,
  );
  if (kind === undefined) return [[...where]];
  const rest = where.filter((condition) => condition.kind !== kind);
  return where.filter((condition) => condition.kind === kind).flatMap((one) => combine([...rest, one]));
}

/** Returns the ids of all assets with an event that fulfills these conditions. */
async function idsOf(turn: Turn, where: readonly Condition[]): Promise<Set<string> | Draft> {
  const filters = eventFilters({ ...turn.query, where: [...where] }, turn.username);
  const read = await turn.run('summarize_events', { ...filters, limit: 1 });
  if (!read.ok) return refusedBy(read);
  const { atLeast, assets, perAsset } = read.value;
  if (atLeast || perAsset.length < assets)
    return { reply: 'There are too many events to compare. Name a shorter period.', outcome: 'clarify' };
  return new Set(perAsset.map(({ value }) => value));
}

type Sets = {
  readonly kept: readonly Asset[];
  readonly groups: readonly Group[];
  readonly state: readonly Condition[];
};

/** Collects the assets in a state that have events, and have no others: each set is read as a whole, and compared by id. */
export async function collectBySets(turn: Turn): Promise<Sets | { readonly instead: Draft }> {
  const { query } = turn;
  const origins = query.where.filter((condition) => isOrigin(condition, query.where));
  const others = query.where.filter((condition) => !origins.includes(condition));
  // In addition to their origin, a place is the present location of goods.
  const isNow = (condition: Condition) =>
    isState(condition) ||
    (condition.kind === 'place' && (condition.of === 'now' || (origins.length > 0 && condition.as === 'in')));
  const state = others.filter(isNow);
  const made = origins.map(
    ({ not, ...place }): Group => ({ not: not === true, alternatives: [eventAt('manufactured', place)] }),
  );
  const way = others.filter((condition) => isWay(condition, query.where));
  const moved = way.map(({ not, ...place }): Group => {
    const actions = place.as === 'from' ? ['shipped'] : ['received', 'delivered'];
    return { not: not === true, alternatives: actions.map((action) => eventAt(action, place)) };
  });
  const events = others.filter((condition) => !isNow(condition) && !way.includes(condition));
  const groups = [...made, ...moved, ...groupsOf(events)];
  const sets: { not: boolean; ids: ReadonlySet<string> }[] = [];
  for (const { not, alternatives } of groups) {
    const ids = new Set<string>();
    for (const where of alternatives.flatMap(combine)) {
      const found = await idsOf(turn, where);
      if (!(found instanceof Set)) return { instead: found };
      for (const id of found) ids.add(id);
    }
    // What no event states excludes nothing, and may be misunderstood.
    const stated = alternatives.flat().find(({ kind }) => kind === 'stating');
    if (not && ids.size === 0 && stated !== undefined)
      return {
        instead: {
          reply: `No such event states “${stated.value}”, so I may not have understood that.`,
          outcome: 'unknown',
        },
      };
    sets.push({ not, ids });
  }
  const every: Condition = { kind: 'status', value: '\u0000none', not: true };
  const found = await collectAssets({ ...turn, query: { ...query, where: [...state, every] } }, 100);
  if ('instead' in found) return found;
  if (!found.complete)
    return {
      instead: { reply: 'There are too many assets to compare. Narrow the question down.', outcome: 'clarify' },
    };
  const kept = found.assets.filter(({ assetId }) => sets.every(({ not, ids }) => ids.has(assetId) !== not));
  return { kept, groups, state };
}

/** Answers which assets in a state have events, and have no others. */
export async function answerBySets(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const found = await collectBySets(turn);
  if ('instead' in found) return found.instead;
  const { kept, groups, state } = found;
  const yes = query.ask === 'whether' ? (kept.length > 0 ? 'Yes. ' : 'No. ') : '';
  const words = spokenFilters({ ...query, where: [...state] }, username);
  const ids = kept.map(({ assetId }) => assetId);
  const shown = kept.slice(0, query.limit ?? kept.length);
  return {
    reply: `${yes}${counted(kept.length, 'asset')}${words} ${spokenGroups(turn, groups, kept.length === 1)}.${ids.length > 0 && ids.length <= 10 && query.ask !== 'count' ? ` ${ids.length === 1 ? 'It is' : 'They are'} ${listed(ids)}.` : ''}`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: kept.length === 0 ? [] : [assetTable('Assets', shown, kept.length)],
    context: { assets: ids.slice(0, 20), ...(ids.length === 1 && ids[0] !== undefined ? { assetId: ids[0] } : {}) },
  };
}

function spokenGroups({ query, username }: Turn, groups: readonly Group[], one: boolean): string {
  const be = one ? 'was' : 'were';
  const say = ({ not, alternatives }: Group): string => {
    const all = alternatives.flat();
    const [first = []] = alternatives;
    const unique = (words: readonly string[]) => [...new Set(words)];
    const actions = alternatives.flatMap((where) => conditionsOf({ ...query, where: [...where] }, 'action'));
    const did = unique(actions.map(({ value }) => doneTo(value)));
    const who = first.flatMap(({ kind, value, as }) =>
      kind === 'participant' || kind === 'mine'
        ? ` ${as === 'addressee' ? 'to' : 'by'} ${kind === 'mine' ? username : value}`
        : [],
    );
    const places = unique(
      all.flatMap(({ kind, value, as }) =>
        kind === 'place' ? `${as === 'from' || as === 'to' ? as : 'at'} ${value}` : [],
      ),
    );
    const rest = first.flatMap(({ kind, value }) => {
      return kind === 'stating' ? `, stating “${value}”` : kind === 'anomalous' ? ', with an anomaly' : [];
    });
    const periods = unique(
      all.filter(({ kind }) => kind === 'period').map((one) => spokenPeriod({ ...query, where: [one] })),
    );
    const at = places.length === 0 ? '' : ` ${places.join(' or ')}`;
    const verb = did.length === 0 ? 'part of an event' : did.join(' or ');
    return `${be} ${not ? 'never ' : ''}${verb}${who.join('')}${at}${rest.join('')}${periods.join(' or')}`;
  };
  return groups.length === 0 ? `${one ? 'exists' : 'exist'}` : listed(groups.map(say));
}
