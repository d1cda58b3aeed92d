import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Activity } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { withinBounds } from '../bounds.ts';
import { countryOf } from '../resolve-place.ts';
import {
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  spokenAction,
  spokenMonth,
  spokenPeriod,
  type Turn,
  table,
  total,
} from '../turn.ts';
import { activityTable } from './activity-table.ts';
import { eventFilters, type Summary, spokenEvents } from './event-filters.ts';

const ROWS = 10;

const groups = {
  participant: 'participants',
  place: 'locations',
  action: 'actions',
  category: 'categories',
  day: 'days',
  asset: 'perAsset',
  month: 'months',
  name: 'names',
  batch: 'batches',
  addressee: 'addressees',
} as const;

export function sayGroups(query: Query, summary: Summary, words: string): Draft {
  const ranked = query.ask === 'most' || query.ask === 'least';
  // "The fewest receipts" names neither participant nor place, and one action alone cannot be compared.
  if (ranked && query.by === undefined && conditionsOf(query, 'action').length > 0)
    return {
      reply: `Who or what has the ${query.ask === 'least' ? 'fewest' : 'most'} ${words}? Ask for the participant, the place, the day, the category, the batch or the asset.`,
      outcome: 'clarify',
    };
  const by =
    query.ask === 'who' && query.by === undefined
      ? 'participant'
      : query.ask === 'where'
        ? 'place'
        : query.by === 'role'
          ? 'participant'
          : (query.by ?? 'action');
  if (by === 'country') return sayCountries(query, summary, words);
  if (!Object.hasOwn(groups, by)) return { reply: `I can't group events by ${by}.`, outcome: 'clarify' };
  const rows = summary[groups[by as keyof typeof groups]].filter(({ events }) => withinBounds(query, events));
  // Without a rank, days and months are listed chronologically.
  const timed = (by === 'day' || by === 'month') && query.ask !== 'most' && query.ask !== 'least';
  const sorted = timed ? rows.toSorted((a, b) => a.value.localeCompare(b.value)) : rows;
  return sayRanking(query, sorted, words, by, summary.atLeast);
}

/** Adds up the locations of each country. A summary has only the most frequent locations. */
function sayCountries(query: Query, summary: Summary, words: string): Draft {
  if (summary.locations.length >= GROUPS_MAX)
    return {
      reply: 'There are too many locations to add them up by country. Narrow the question down.',
      outcome: 'clarify',
    };
  const counts = new Map<string, number>();
  for (const { value, events } of summary.locations) {
    const country = countryOf(value);
    if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + events);
  }
  const rows = [...counts].map(([value, events]) => ({ value, events })).toSorted((a, b) => b.events - a.events);
  const named = rows.reduce((sum, { events }) => sum + events, 0);
  const ranked = sayRanking(query, rows, words, 'country', summary.atLeast);
  const draft =
    query.ask === 'count'
      ? { ...ranked, reply: `There are ${counted(rows.length, 'country', 'countries')} with ${words}: ${ranked.reply}` }
      : ranked;
  const rest = summary.total - named;
  return rest === 0
    ? draft
    : { ...draft, reply: `${draft.reply} ${counted(rest, 'event')} happened at locations that name no country.` };
}

/** The maximum number of groups in a summary. */
const GROUPS_MAX = 50;

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
  const named = (value: string) =>
    by === 'action' ? spokenAction(value) : by === 'month' ? spokenMonth(value) : value;
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
    reply: `${atLeast ? 'Of the newest 5,000: ' : ''}${query.ask === 'count' && by !== 'country' ? `${counted(rows.length, by === 'addressee' ? 'participant' : by)}: ` : ''}${ranked ? top : `${rows.length > 12 ? `${rows.length === 50 ? 'At least ' : ''}${rows.length} ${by}s, most of all ` : ''}${listed(all)}${by === 'participant' ? ` recorded ${words}` : by === 'addressee' ? ` are whom ${words} went to` : `: that many ${words}`}.`}`,
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

/** Keeps the participants of a role, according to the list of participants. */
export async function sayByRole(turn: Turn, summary: Summary, role: string): Promise<Draft> {
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
  if (rows.length === 0)
    return {
      reply: `No participant with the role ${role} recorded ${words}.`,
      citations: [citeScreen('Events', '/events')],
    };
  return sayRanking(query, rows, words, 'participant', summary.atLeast);
}

/** Counts the events of each alternative. */
export async function compareEvents(turn: Turn, kind: Condition['kind']): Promise<Draft> {
  const { query, username } = turn;
  const counts: { name: string; total: number }[] = [];
  // Of several actions together, the events themselves are asked for.
  const lists = kind === 'action' && query.ask === 'list';
  const newest: Activity[] = [];
  const alternatives = conditionsOf(query, kind).filter(
    ({ as }) => as !== 'addressee' || conditionsOf(query, kind).every((one) => one.as === 'addressee'),
  );
  const actions = kind === 'action' ? [] : conditionsOf(query, 'action');
  for (const condition of alternatives.slice(0, 6)) {
    const others = query.where.filter((other) => !alternatives.includes(other) && !actions.includes(other));
    let sum = 0;
    // An event has one action, so those of several add up.
    for (const action of actions.length === 0 ? [undefined] : actions) {
      const where = [...others, condition, ...(action === undefined ? [] : [action])];
      const read = await turn.run('summarize_events', {
        ...eventFilters({ ...query, where }, username),
        limit: lists ? ROWS : 1,
      });
      if (!read.ok) return refusedBy(read);
      if (read.value.atLeast)
        return {
          reply: 'There are too many events to compare them exactly. Name a shorter period.',
          outcome: 'clarify',
        };
      sum += read.value.total;
      newest.push(...read.value.newest);
    }
    counts.push({
      name:
        kind === 'period'
          ? spokenPeriod({ ...query, where: [condition] }).trim()
          : kind === 'action'
            ? spokenAction(condition.value)
            : condition.value,
      total: sum,
    });
  }
  const words = spokenEvents(
    { ...query, where: query.where.filter((other) => !alternatives.includes(other)) },
    username,
  ).all;
  const [most, next] = counts.toSorted((a, b) => b.total - a.total);
  const each = listed(counts.map(({ name, total: count }) => `${name}: ${total(count)}`));
  const [first] = counts;
  const asksMore = query.ask === 'compare' || query.ask === 'whether';
  const more = first === most && most?.total !== next?.total;
  const yes =
    asksMore &&
    kind === 'period' &&
    !/ or /i.test(turn.message) &&
    /^(?:and )?(?:were|was|are|is|did|do|does|have|has)\b/i.test(turn.message)
      ? more
        ? 'Yes. '
        : 'No. '
      : '';
  const verdict =
    most?.total === next?.total
      ? `There were equally many ${words}`
      : kind === 'period'
        ? `There were more ${words} ${most?.name} than ${next?.name}`
        : `${most?.name} has more ${words} than ${next?.name}`;
  const sum = counts.reduce((all, one) => all + one.total, 0);
  return {
    reply:
      query.ask === 'count' || query.ask === 'list'
        ? `There are ${counted(sum, 'event')} (${words}): ${each}.`
        : `${yes}${capital(verdict)}. ${capital(each)}.`,
    blocks: lists
      ? [activityTable(newest.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp)).slice(0, ROWS), sum)]
      : [{ kind: 'bars', title: 'Events', bars: counts.map(({ name, total: value }) => ({ label: name, value })) }],
    ...(kind === 'participant' && most !== undefined && most.total !== next?.total
      ? { context: { participant: most.name } }
      : {}),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
