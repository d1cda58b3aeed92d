import { type Condition, conditionsOf, NONE, type Query, valueIn } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { collectAssets, given } from '../assets/asset-filters.ts';
import { eventFilters, spokenEvents } from '../events/event-filters.ts';
import { fitting } from '../events/event-words.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, total, unsupported } from '../turn.ts';
import { peopleTable } from './people-table.ts';

const ROWS = 20;
const READ_MAX = 1000;

/** Participants that hold no asset: all of them, less those that hold one. */
export async function answerEmptyHanded(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['role', 'state', 'number'], 'participants without assets');
  if (refused !== undefined) return refused;
  const role = valueIn(query, 'role');
  const read = await turn.run('list_participants', {
    ...given({ role, status: valueIn(query, 'state') }),
    limit: READ_MAX,
  });
  if (!read.ok) return refusedBy(read);
  const held = await collectAssets(
    { ...turn, query: { ask: 'list', subject: 'asset', where: EVERY_HOLDER } },
    READ_MAX,
  );
  if ('instead' in held) return held.instead;
  if (!held.complete || read.value.length === READ_MAX)
    return {
      reply: 'There are too many assets to tell who holds none. Ask about one participant.',
      outcome: 'clarify',
    };
  const holders = new Set(held.assets.map(({ custodian }) => custodian));
  const people = read.value.filter(({ username }) => !holders.has(username));
  const what = `${people.length === 1 ? 'participant holds' : 'participants hold'} no asset`;
  return {
    reply: `${query.ask === 'whether' ? (people.length > 0 ? 'Yes. ' : 'No. ') : ''}${total(people.length)} ${role === undefined ? '' : `${role} `}${what}${people.length === 0 ? '' : `: ${listed(people.slice(0, ROWS).map(({ username }) => username))}`}.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: people.length === 0 ? [] : [peopleTable(people.slice(0, ROWS), people.length)],
  };
}

/** Participants that state a place. Undefined if none states one: then their events tell where they work. */
export async function answerByPlace(turn: Turn, place: Condition): Promise<Draft | undefined> {
  const { query } = turn;
  if (unsupported(query, ['role', 'state', 'place'], '') !== undefined) return undefined;
  const role = valueIn(query, 'role');
  const read = await turn.run('list_participants', {
    ...given({ role, status: valueIn(query, 'state') }),
    limit: READ_MAX,
  });
  if (!read.ok) return refusedBy(read);
  if (read.value.length === READ_MAX || read.value.every((one) => one.place === undefined)) return undefined;
  const found = read.value.filter(
    (one) => one.place !== undefined && fitting(one.place, place.value) !== (place.not === true),
  );
  const where = `${place.not === true ? 'outside of' : 'in'} ${place.value}`;
  return {
    reply: `${query.ask === 'whether' ? (found.length > 0 ? 'Yes. ' : 'No. ') : ''}${counted(found.length, role ?? 'participant')} ${found.length === 1 ? 'has its' : 'have their'} place ${where}${found.length === 0 ? '' : `: ${listed(found.slice(0, ROWS).map(({ username }) => username))}`}.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: found.length === 0 ? [] : [peopleTable(found.slice(0, ROWS), found.length)],
  };
}

/** Participants without an event of an action: all of them, less those that have one. */
export async function answerIdle(turn: Turn, { not: _, ...action }: Condition): Promise<Draft> {
  const { query, username } = turn;
  const refused = unsupported(query, ['role', 'state', 'action', 'period'], 'participants without such an event');
  if (refused !== undefined) return refused;
  const role = valueIn(query, 'role');
  const filters = given({ role, status: valueIn(query, 'state') });
  const read = await turn.run('list_participants', { ...filters, limit: READ_MAX });
  if (!read.ok) return refusedBy(read);
  const where = [...conditionsOf(query, 'period'), action];
  const events = await turn.run('summarize_events', { ...eventFilters({ ...query, where }, username), limit: 1 });
  if (!events.ok) return refusedBy(events);
  if (events.value.atLeast || read.value.length === READ_MAX || events.value.participants.length >= GROUPS_MAX)
    return { reply: 'There are too many to tell who is left. Ask about one participant.', outcome: 'clarify' };
  const active = new Set(events.value.participants.map(({ value }) => value));
  const people = read.value.filter(({ username: name }) => !active.has(name));
  const what = spokenEvents({ ...query, where }, username).all;
  return {
    reply: `${query.ask === 'whether' ? (people.length > 0 ? 'Yes. ' : 'No. ') : ''}${counted(people.length, role ?? 'participant')} recorded no ${what}${people.length === 0 ? '' : `: ${listed(people.slice(0, ROWS).map(({ username: name }) => name))}`}.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: people.length === 0 ? [] : [peopleTable(people.slice(0, ROWS), people.length)],
  };
}

/** Groups that a summary of events has at most. */
const GROUPS_MAX = 50;

/** All assets that somebody holds, read in full. */
const EVERY_HOLDER: Query['where'] = [{ kind: 'participant', value: NONE, as: 'holder', not: true }];
