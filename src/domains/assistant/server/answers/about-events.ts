import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Activity } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ToolResult } from '../tools/run-tool.ts';
import { eventFilters } from './assets-by-events.ts';
import { resolvePlaces } from './resolve-place.ts';
import {
  assetLink,
  blockLink,
  citeBlock,
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  participantLink,
  refusedBy,
  signInFirst,
  spokenAction,
  spokenPeriod,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from './turn.ts';

const ROWS = 10;
type Summary = Extract<ToolResult<'summarize_events'>, { ok: true }>['value'];

/** Answers how many events match, which, when, or how they are distributed. */
export async function answerEvents(asked: Turn): Promise<Draft> {
  if (asked.query.field === 'figures') return answerFigures(asked);
  if (needsSignIn(asked)) return signInFirst;
  const refused = unsupported(
    asked.query,
    ['action', 'participant', 'mine', 'place', 'category', 'period', 'anomalous', 'asset', 'role'],
    'events',
  );
  if (refused !== undefined) return refused;
  const placed = await resolvePlaces(asked);
  if ('instead' in placed) return placed.instead;
  const draft = await sayEvents(placed.turn);
  return placed.note === '' ? draft : { ...draft, reply: draft.reply + placed.note };
}

/** Answers from one summary of events, or from one for each alternative. */
export async function sayEvents(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  if (query.where.some(({ as, kind }) => as === 'addressee' && (kind === 'participant' || kind === 'mine')))
    return {
      reply:
        'I can list the shipments that are on their way to a participant, not those that have arrived. Ask which assets are addressed to it.',
      outcome: 'clarify',
    };
  const wrong = misplaced(query);
  if (wrong !== undefined) return wrong;
  const several = (['period', 'participant', 'action', 'category', 'place'] as const).find(
    (kind) => conditionsOf(query, kind).length > 1,
  );
  if (several !== undefined) return compareEvents(turn, several);
  const [role] = conditionsOf(query, 'role');
  const read = await turn.run('summarize_events', {
    ...eventFilters(query, username),
    limit: Math.min(query.limit ?? ROWS, 100),
  });
  if (!read.ok) return refusedBy(read);
  if (role !== undefined) return sayByRole(turn, read.value, role.value);
  return say(turn, read.value);
}

function say(turn: Turn, summary: Summary): Draft {
  const { query, username } = turn;
  const words = spokenEvents(query, username);
  const many = `${summary.atLeast ? 'at least ' : ''}${words.counted(summary.total)}`;
  const { ask } = query;
  if ((ask === 'who' || ask === 'where') && query.order !== undefined && query.by === undefined)
    return sayOne(query, summary, words.all, turn.context);
  if (ask === 'who' || ask === 'where' || ask === 'most' || ask === 'least' || query.by !== undefined)
    return sayGroups(query, summary, words.all);
  const yes = ask === 'whether' ? (summary.total > 0 ? 'Yes. ' : 'No. ') : '';
  if (ask === 'when' || (query.order !== undefined && (query.limit ?? 1) === 1 && ask !== 'count'))
    return sayOne(query, summary, words.all, turn.context);
  const [last] = summary.newest;
  const shown = summary.newest;
  return {
    reply: `${yes}There ${summary.total === 1 ? 'is' : 'are'} ${many}.${ask === 'count' || last === undefined ? '' : summary.total > shown.length ? ` These are the newest ${shown.length}.` : ''}`,
    citations: [citeScreen('Events', '/events'), ...(last === undefined ? [] : [citeBlock(last.blockIndex)])],
    blocks: summary.total === 0 ? [] : [activityTable(shown, summary.total)],
    context:
      shown.length === 0
        ? {}
        : {
            ...(last === undefined ? {} : { block: last.blockIndex }),
            assets: [...new Set(shown.flatMap(({ assetId }) => assetId ?? []))].slice(0, 20),
          },
  };
}

function sayOne(query: Query, summary: Summary, words: string, _: unknown): Draft {
  const event = query.order === 'oldest' ? summary.oldest : summary.newest[0];
  if (event === undefined) return { reply: `There are no ${words}.` };
  return {
    reply: `The ${query.order === 'oldest' ? 'first' : 'last'} of ${counted(summary.total, 'event')} (${words}) happened on ${spokenTime(event.timestamp)}: ${spokenActivity(event)}.`,
    citations: [citeBlock(event.blockIndex)],
    blocks: [activityTable([event], 1)],
    context: { block: event.blockIndex, ...(event.assetId === undefined ? {} : { assetId: event.assetId }) },
  };
}

const spokenActivity = ({ action, assetId, participantName, location, blockIndex }: Activity) =>
  `${spokenAction(action)}${assetId === undefined ? '' : ` of ${assetId}`} by ${participantName}${location === undefined ? '' : ` at ${location}`}, in block ${blockIndex}`;

export const activityTable = (activities: readonly Activity[], all: number) =>
  ({
    ...table(
      'Events',
      ['Block', 'When', 'Action', 'Asset', 'Participant', 'Location'],
      activities.map((event) => [
        { text: String(event.blockIndex), href: blockLink(event.blockIndex) },
        { text: spokenTime(event.timestamp) },
        { text: spokenAction(event.action) },
        event.assetId === undefined ? { text: '' } : { text: event.assetId, href: assetLink(event.assetId) },
        { text: event.participantName, href: participantLink(event.participantName) },
        { text: event.location ?? 'Unknown' },
      ]),
    ),
    more: Math.max(0, all - activities.length),
  }) as const;

const groups = {
  participant: 'participants',
  place: 'locations',
  action: 'actions',
  category: 'categories',
  day: 'days',
  asset: 'perAsset',
} as const;

function sayGroups(query: Query, summary: Summary, words: string): Draft {
  const by =
    query.ask === 'who' && query.by === undefined
      ? 'participant'
      : query.ask === 'where'
        ? 'place'
        : query.by === 'role'
          ? 'participant'
          : (query.by ?? 'action');
  if (!Object.hasOwn(groups, by)) return { reply: `I can't group events by ${by}.`, outcome: 'clarify' };
  const rows = summary[groups[by as keyof typeof groups]];
  return sayRanking(query, rows, words, by, summary.atLeast);
}

function sayRanking(
  query: Query,
  rows: readonly { value: string; events: number }[],
  words: string,
  by: string,
  atLeast: boolean,
): Draft {
  const sorted = query.ask === 'least' ? rows.toReversed() : rows;
  const [first] = sorted;
  if (first === undefined) return { reply: `There are no ${words}.` };
  const named = (value: string) => (by === 'action' ? spokenAction(value) : value);
  const equal = sorted.filter(({ events }) => events === first.events);
  const ranked = query.ask === 'most' || query.ask === 'least';
  const limit = query.limit ?? 0;
  const kind = query.ask === 'least' ? 'fewest' : 'most';
  const top =
    limit > 1
      ? `The ${kind}: ${listed(sorted.slice(0, limit).map(({ value, events }) => `${named(value)} (${total(events)})`))}.`
      : `${listed(equal.slice(0, 5).map(({ value }) => named(value)))} ${equal.length > 1 ? 'have' : 'has'} the ${kind} ${words}: ${total(first.events)}${equal.length > 1 ? ' each' : ''}.`;
  const all = rows.slice(0, 12).map(({ value, events }) => `${named(value)} (${total(events)})`);
  return {
    reply: `${atLeast ? 'Of the newest 5,000: ' : ''}${ranked ? top : `${rows.length > 12 ? `${rows.length === 50 ? 'At least ' : ''}${rows.length} ${by}s, most of all ` : ''}${listed(all)}${by === 'participant' ? ` recorded ${words}` : `: that many ${words}`}.`}`,
    blocks: [
      table(
        `Events by ${by}`,
        [by, 'Events'],
        rows.map(({ value, events }) => [{ text: named(value) }, { text: String(events) }]),
      ),
    ],
    citations: [citeScreen('Events', '/events')],
    context: by === 'participant' && equal.length === 1 ? { participant: first.value } : {},
  };
}

/** Keeps the participants of a role, which the list of participants tells. */
async function sayByRole(turn: Turn, summary: Summary, role: string): Promise<Draft> {
  const people = await turn.run('list_participants', { role, limit: 1000 });
  if (!people.ok) return refusedBy(people);
  const names = new Set(people.value.map(({ username }) => username));
  const rows = summary.participants.filter(({ value }) => names.has(value));
  const { query, username } = turn;
  const words = spokenEvents(query, username).all;
  if (query.ask === 'count' && query.by !== 'participant') {
    const sum = rows.reduce((all, { events }) => all + events, 0);
    return {
      reply: `There are ${counted(sum, 'event')} (${words}) by participants with the role ${role}.`,
      blocks: [
        table(
          'Events by participant',
          ['participant', 'Events'],
          rows.map(({ value, events }) => [{ text: value }, { text: String(events) }]),
        ),
      ],
    };
  }
  return sayRanking(query, rows, words, 'participant', summary.atLeast);
}

/** An event states one place: where goods left or where they arrived. It does not state the other end. */
export function misplaced(query: Query): Draft | undefined {
  const actions = conditionsOf(query, 'action').map(({ value }) => value);
  const leaves = actions.some((action) => action === 'shipped' || action === 'manufactured');
  const arrives = actions.some((action) => action === 'received' || action === 'delivered');
  const places = conditionsOf(query, 'place').map(({ as }) => as);
  const sources = query.where.some(({ kind, as }) => (kind === 'participant' || kind === 'mine') && as === 'source');
  if (leaves && places.includes('to'))
    return {
      reply:
        'A shipment states the place that it left, not where it goes. Ask what was delivered or received there, or which assets are addressed to a participant.',
      outcome: 'clarify',
    };
  if (arrives && (places.includes('from') || sources))
    return {
      reply:
        'A receipt or delivery states where goods arrived, not where they came from. Ask what was shipped from there.',
      outcome: 'clarify',
    };
  return undefined;
}

/** Counts the events of each alternative. */
async function compareEvents(turn: Turn, kind: Condition['kind']): Promise<Draft> {
  const { query, username } = turn;
  const counts: { name: string; total: number }[] = [];
  for (const condition of conditionsOf(query, kind).slice(0, 6)) {
    const where = [...query.where.filter((other) => other.kind !== kind), condition];
    const read = await turn.run('summarize_events', { ...eventFilters({ ...query, where }, username), limit: 1 });
    if (!read.ok) return refusedBy(read);
    if (read.value.atLeast)
      return { reply: 'There are too many events to compare them exactly. Name a shorter period.', outcome: 'clarify' };
    counts.push({
      name:
        kind === 'period'
          ? spokenPeriod({ ...query, where: [condition] }).trim()
          : kind === 'action'
            ? spokenAction(condition.value)
            : condition.value,
      total: read.value.total,
    });
  }
  const words = spokenEvents({ ...query, where: query.where.filter((other) => other.kind !== kind) }, username).all;
  const [most, next] = counts.toSorted((a, b) => b.total - a.total);
  const each = listed(counts.map(({ name, total: count }) => `${name}: ${total(count)}`));
  const [first] = counts;
  const asksMore = query.ask === 'compare' || query.ask === 'whether';
  const more = first === most && most?.total !== next?.total;
  const yes = asksMore && kind === 'period' ? (more ? 'Yes. ' : 'No. ') : '';
  const verdict =
    most?.total === next?.total
      ? `There were equally many ${words}`
      : `${most?.name} has more ${words} than ${next?.name}`;
  const sum = counts.reduce((all, one) => all + one.total, 0);
  return {
    reply:
      query.ask === 'count' || query.ask === 'list'
        ? `There are ${counted(sum, 'event')} (${words}): ${each}.`
        : `${yes}${capital(verdict)}. ${capital(each)}.`,
    blocks: [{ kind: 'bars', title: 'Events', bars: counts.map(({ name, total: value }) => ({ label: name, value })) }],
    ...(kind === 'participant' && most !== undefined && most.total !== next?.total
      ? { context: { participant: most.name } }
      : {}),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Says the conditions of a query about events, as "12 shipped events by alpenrail at Oslo". */
function spokenEvents(query: Query, username: string | undefined): { all: string; counted(count: number): string } {
  const action = conditionsOf(query, 'action')
    .map(({ value }) => `${spokenAction(value)} `)
    .join('');
  const odd = conditionsOf(query, 'anomalous').length > 0 ? 'anomalous ' : '';
  const rest = query.where
    .map(({ kind, value, as }) => {
      if (kind === 'participant') return ` by ${value}`;
      if (kind === 'mine') return ` by ${username}`;
      if (kind === 'place') return ` ${as === 'from' ? 'from' : as === 'to' ? 'to' : 'at'} ${value}`;
      if (kind === 'category') return ` on ${value} assets`;
      if (kind === 'asset') return ` of ${value}`;
      return '';
    })
    .join('');
  const tail = `${rest}${spokenPeriod(query)}`;
  return {
    all: `${odd}${action}events${tail}`,
    counted: (count) => `${counted(count, `${odd}${action}event`)}${tail}`,
  };
}

async function answerFigures(turn: Turn): Promise<Draft> {
  const [period] = conditionsOf(turn.query, 'period');
  const { from, to } = eventFilters(turn.query, undefined);
  const read = await turn.run(
    'dashboard_stats',
    period === undefined || from === undefined || to === undefined ? {} : { from, to },
  );
  if (!read.ok) return refusedBy(read);
  const { totalAssets, totalEvents, activeParticipants, openAnomalies, byStatus, period: inPeriod } = read.value;
  const statuses = Object.entries(byStatus).filter(([, count]) => count > 0);
  return {
    reply: `The ledger has ${counted(totalAssets, 'asset')}, ${counted(totalEvents, 'event')} and ${counted(activeParticipants, 'active participant')}; ${counted(openAnomalies, 'event')} ${openAnomalies === 1 ? 'is' : 'are'} marked as an anomaly.${inPeriod === undefined ? '' : ` From ${inPeriod.from} to ${inPeriod.to}: ${counted(inPeriod.events, 'event')} and ${counted(inPeriod.assets, 'new asset')}.`}`,
    citations: [citeScreen('Dashboard', '/dashboard')],
    blocks: [{ kind: 'bars', title: 'Assets by status', bars: statuses.map(([label, value]) => ({ label, value })) }],
    suggestions: ['How many assets does each category have?', 'Show the anomalies'],
  };
}
