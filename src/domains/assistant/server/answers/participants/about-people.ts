import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { answerAssets } from '../assets/about-assets.ts';
import { given } from '../assets/asset-filters.ts';
import { spokenBounds, withinBounds } from '../bounds.ts';
import { answerEvents } from '../events/about-events.ts';
import {
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  refusedBy,
  signInFirst,
  spokenPeriod,
  spokenTime,
  type Turn,
  total,
  unsupported,
} from '../turn.ts';
import { answerOneParticipant, answerWhetherManaged, answerWhetherPartners } from './about-participant.ts';
import { answerByPlace, answerEmptyHanded, answerIdle } from './people-sets.ts';
import { peopleTable } from './people-table.ts';

const ROWS = 20;
const READ_MAX = 1000;

/** Answers about participants: one, several, or how many there are. */
export async function answerPeople(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (needsSignIn(turn)) return signInFirst;
  const about = query.where.filter(({ kind }) => ['action', 'category', 'place', 'asset', 'anomalous'].includes(kind));
  const ranked = query.ask === 'most' || query.ask === 'least';
  const people = conditionsOf(query, 'participant');
  const holds = ranked && query.by === 'asset' && about.every(({ kind }) => kind === 'category' || kind === 'place');
  if (query.by === 'asset' && query.where.some(({ kind, value }) => kind === 'number' && value === '= 0'))
    return answerEmptyHanded(turn);
  if (holds && !query.where.some(({ kind }) => kind === 'period'))
    return answerAssets({
      ...turn,
      query: {
        ...query,
        subject: 'asset',
        by: 'participant',
      },
    });
  const [denied, ...others] = about;
  if (denied?.kind === 'action' && denied.not === true && others.length === 0 && people.length === 0 && !ranked)
    return answerIdle(turn, denied);
  if (people.some(({ not }) => not === true))
    return { reply: 'I can’t leave out a participant here. Ask about each of them.', outcome: 'clarify' };
  if (denied?.kind === 'place' && others.length === 0 && people.length === 0 && !ranked) {
    return answerByPlace(turn, denied);
  }
  if (about.length > 0 || (ranked && query.where.some(({ kind }) => kind === 'period')))
    return answerEvents({
      ...turn,
      query: {
        ...query,
        subject: 'event',
        by: 'participant',
        ...(ranked ? {} : { ask: query.ask === 'count' ? 'count' : 'who' }),
      },
    });
  if (people.length === 2 && query.field === 'partners' && query.ask === 'whether') return answerWhetherPartners(turn);
  const manages = query.field === 'manager' || query.field === 'managed';
  if (people.length === 2 && manages && query.ask === 'whether') return answerWhetherManaged(turn);
  if (people.length > 1)
    return query.ask === 'compare' || ranked || query.ask === 'count'
      ? answerEvents({ ...turn, query: { ...query, subject: 'event' } })
      : answerEach(turn);
  if (people.length === 1 && ranked && query.field !== 'partners')
    return {
      reply: `Ask who is the ${query.ask} active, or how many events ${people[0]?.value} has recorded.`,
      outcome: 'clarify',
    };
  if (people.length === 1 || conditionsOf(query, 'mine').length > 0) return answerOneParticipant(turn);
  const refused = unsupported(query, ['role', 'period', 'state', 'text', 'number'], 'participants');
  if (refused !== undefined) return refused;
  if (ranked && query.by === 'role' && query.where.length === 0) return answerCounts(turn);
  if (ranked) return answerMostActive(turn);
  if (query.by === 'role' || (query.ask === 'count' && query.where.length === 0)) return answerCounts(turn);
  return answerList(turn);
}

async function answerEach(turn: Turn): Promise<Draft> {
  const drafts: Draft[] = [];
  for (const condition of conditionsOf(turn.query, 'participant').slice(0, 4))
    drafts.push(await answerOneParticipant({ ...turn, query: { ...turn.query, where: [condition] } }));
  return {
    reply: drafts.map(({ reply }) => reply).join(' '),
    citations: drafts.flatMap(({ citations = [] }) => citations),
  };
}

async function answerMostActive(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const role = valueIn(query, 'role');
  const order = query.ask === 'least' ? 'asc' : 'desc';
  const limit = Math.max(query.limit ?? 1, 5);
  const read = await turn.run('list_participants', {
    ...given({ role }),
    sortBy: 'eventCount',
    sortOrder: order,
    limit: limit + 1,
  });
  if (!read.ok) return refusedBy(read);
  const [first] = read.value;
  const who = role === undefined ? 'participant' : role === 'other' ? 'participant with role other' : role;
  if (first === undefined) return { reply: `No ${who}s are registered.` };
  const equal = read.value.filter(({ eventCount }) => eventCount === first.eventCount);
  const shown = read.value.slice(0, limit);
  const kind = query.ask === 'least' ? 'least' : 'most';
  return {
    reply:
      (query.limit ?? 1) > 1
        ? `The ${kind} active ${who}s are ${listed(shown.slice(0, query.limit).map(({ username, eventCount }) => `${username} (${counted(eventCount, 'event')})`))}.`
        : equal.length > 1
          ? `${listed(equal.map(({ username }) => username))} are the ${kind} active ${who}s, with ${counted(first.eventCount, 'event')} each.`
          : `${first.username} is the ${kind} active ${who}, with ${counted(first.eventCount, 'event')}.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: [peopleTable(shown)],
    context: { participant: first.username },
  };
}

async function answerCounts(turn: Turn): Promise<Draft> {
  const stats = await turn.run('participant_stats');
  if (!stats.ok) return refusedBy(stats);
  const { manufacturers, shippers, retailers, others, total: all } = stats.value;
  return {
    reply: `There are ${counted(all, 'active participant')}: ${counted(manufacturers, 'manufacturer')}, ${counted(shippers, 'shipper')}, ${counted(retailers, 'retailer')} and ${total(others)} with role other.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: [
      {
        kind: 'bars',
        title: 'Active participants by role',
        bars: [
          { label: 'Manufacturers', value: manufacturers },
          { label: 'Shippers', value: shippers },
          { label: 'Retailers', value: retailers },
          { label: 'Other', value: others },
        ],
      },
    ],
    suggestions: ['Which participants are registered?'],
  };
}

async function answerList(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const [{ value: stated, not: isOther } = { value: undefined, not: undefined }] = conditionsOf(query, 'role');
  const role = isOther === true ? undefined : stated;
  const state = valueIn(query, 'state');
  if (query.where.some(({ kind, not }) => kind !== 'role' && not === true))
    return { reply: 'I can leave out a role, nothing else. Ask without “not”.', outcome: 'clarify' };
  const search = valueIn(query, 'text');
  const [period] = conditionsOf(query, 'period');
  const roles = conditionsOf(query, 'role');
  const without = roles.filter(({ not }) => not === true).map(({ value }) => value);
  if (without.length > 0 && without.length < roles.length)
    return { reply: 'I can list some roles, or leave some out, but not both.', outcome: 'clarify' };
  if (roles.length > 1 && without.length === 0) return answerCounts(turn);
  const read = await turn.run('list_participants', {
    ...given({ role, status: state, search }),
    ...(query.order === 'oldest' ? { sortOrder: 'asc' } : {}),
    limit: READ_MAX,
  });
  if (!read.ok) return refusedBy(read);
  const people = read.value.filter(
    ({ createdAt, eventCount, role: own }) =>
      withinBounds(query, eventCount) &&
      !without.includes(own) &&
      (period === undefined ||
        (createdAt.slice(0, 10) >= (period.from ?? '') && createdAt.slice(0, 10) <= (period.to ?? '9'))),
  );
  if (people.length === 0 && search !== undefined)
    return {
      reply: `No participant has “${search}” in its name, so I may not have understood that word.`,
      outcome: 'unknown',
    };
  const who = `${state === undefined ? '' : `${state} `}${without.map((one) => `non-${one} `).join('')}${role === undefined ? 'participant' : role === 'other' ? 'participant with role other' : role}`;
  const full = read.value.length === READ_MAX;
  const one = people[0];
  if (one !== undefined && (query.order !== undefined || query.ask === 'when') && (query.limit ?? 1) === 1)
    return {
      reply: `${one.username} joined ${query.order === 'oldest' ? 'first' : 'last'}, on ${spokenTime(one.createdAt)}.`,
      citations: [citeScreen('Participants', '/participants')],
      blocks: [peopleTable(people.slice(0, 5))],
      context: { participant: one.username },
    };
  const shown = people.slice(0, query.limit ?? ROWS);
  const yes = query.ask === 'whether' ? (people.length > 0 ? 'Yes. ' : 'No. ') : '';
  return {
    reply: `${yes}${full ? 'At least ' : ''}${people.length === 1 ? `1 ${who} ${joined(query, false)}` : `${total(people.length)} ${who}s ${joined(query, true)}`}${spokenBounds(query, 'event')}${spokenPeriod(query)}${shown.length > 0 ? `: ${listed(shown.map(({ username }) => username))}${people.length > shown.length ? ' are the newest of them' : ''}` : ''}.`,
    citations: [citeScreen('Participants', `/participants${role === undefined ? '' : `?role=${role}`}`)],
    blocks: shown.length === 0 ? [] : [peopleTable(shown, people.length)],
    suggestions: shown.slice(0, 2).map(({ username }) => `What has ${username} been doing?`),
    ...(shown.length === 1 && one !== undefined ? { context: { participant: one.username } } : {}),
  };
}

const joined = (query: Query, many: boolean) =>
  conditionsOf(query, 'period').length > 0 ? 'joined' : many ? 'are registered' : 'is registered';
