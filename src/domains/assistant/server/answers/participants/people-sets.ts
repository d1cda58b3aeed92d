import { type Condition, conditionsOf, NONE, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { Participant } from '#domains/participants/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { collectAssets, given } from '../assets/asset-filters.ts';
import { eventFilters, spokenEvents } from '../events/event-filters.ts';
import { fitting } from '../events/event-words.ts';
import { resolvePlaces } from '../resolve-place.ts';
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
  const read = await readPeople(turn);
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
  return tell(query, people, `${total(people.length)} ${role === undefined ? '' : `${role} `}${what}`);
}

/** Answers about participants that state a place. If none states one, uses the places of their events. */
export async function answerByPlace(turn: Turn, place: Condition): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['role', 'state', 'place'], 'participants of a place');
  if (refused !== undefined) return refused;
  const role = valueIn(query, 'role');
  const read = await readPeople(turn);
  if (!read.ok) return refusedBy(read);
  if (read.value.length === READ_MAX || read.value.every((one) => one.place === undefined))
    return answerWorkingAt(turn, read.value);
  const found = read.value.filter(
    (one) => one.place !== undefined && fitting(one.place, place.value) !== (place.not === true),
  );
  const where = `${place.not === true ? 'outside of' : 'in'} ${place.value}`;
  const have = found.length === 1 ? 'has its' : 'have their';
  return tell(query, found, `${counted(found.length, role ?? 'participant')} ${have} place ${where}`);
}

/** Participants that recorded events at a place. */
async function answerWorkingAt(asked: Turn, people: readonly Participant[]): Promise<Draft> {
  const placed = await resolvePlaces(asked);
  if ('instead' in placed) return placed.instead;
  const { turn, note } = placed;
  const [place] = conditionsOf(turn.query, 'place');
  if (place === undefined || place.not === true)
    return {
      reply: 'I know who recorded events at a place, not who never was there. Ask without “not”.',
      outcome: 'clarify',
    };
  const events = await turn.run('summarize_events', { location: place.value, limit: 1 });
  if (!events.ok) return refusedBy(events);
  if (events.value.atLeast || events.value.participants.length >= GROUPS_MAX || people.length === READ_MAX)
    return { reply: 'There are too many events at that place to tell who recorded them.', outcome: 'clarify' };
  const counts = new Map(events.value.participants.map(({ value, events: count }) => [value, count]));
  const found = people
    .filter(({ username }) => counts.has(username))
    .toSorted((a, b) => (counts.get(b.username) ?? 0) - (counts.get(a.username) ?? 0));
  const what = valueIn(turn.query, 'role') ?? 'participant';
  const draft = tell(
    turn.query,
    found,
    `By their events, ${counted(found.length, what)} ${found.length === 1 ? 'was' : 'were'} in ${place.value}`,
  );
  return { ...draft, reply: `${draft.reply} No participant states a place of its own.${note}` };
}

/** Participants without an event of an action: all of them, less those that have one. */
export async function answerIdle(turn: Turn, { not: _, ...action }: Condition): Promise<Draft> {
  const { query, username } = turn;
  const refused = unsupported(query, ['role', 'state', 'action', 'period'], 'participants without such an event');
  if (refused !== undefined) return refused;
  const role = valueIn(query, 'role');
  const read = await readPeople(turn);
  if (!read.ok) return refusedBy(read);
  const where = [...conditionsOf(query, 'period'), action];
  const events = await turn.run('summarize_events', { ...eventFilters({ ...query, where }, username), limit: 1 });
  if (!events.ok) return refusedBy(events);
  if (events.value.atLeast || read.value.length === READ_MAX || events.value.participants.length >= GROUPS_MAX)
    return { reply: 'There are too many to tell who is left. Ask about one participant.', outcome: 'clarify' };
  const active = new Set(events.value.participants.map(({ value }) => value));
  const people = read.value.filter(({ username: name }) => !active.has(name));
  const what = spokenEvents({ ...query, where }, username).all;
  return tell(query, people, `${counted(people.length, role ?? 'participant')} recorded no ${what}`);
}

/** The maximum number of groups in a summary of events. */
const GROUPS_MAX = 50;

/** All assets that a participant holds, read in full. */
const EVERY_HOLDER: Query['where'] = [{ kind: 'participant', value: NONE, as: 'holder', not: true }];

/** Reads the participants of the requested role and state, at most `READ_MAX`. */
const readPeople = (turn: Turn) =>
  turn.run('list_participants', {
    ...given({ role: valueIn(turn.query, 'role'), status: valueIn(turn.query, 'state') }),
    limit: READ_MAX,
  });

/** States their number, and names them. */
function tell({ ask }: Query, people: readonly Participant[], statement: string): Draft {
  const isAny = people.length > 0;
  const yes = ask === 'whether' ? (isAny ? 'Yes. ' : 'No. ') : '';
  const shown = people.slice(0, ROWS);
  return {
    reply: `${yes}${statement}${isAny ? `: ${listed(shown.map(({ username }) => username))}` : ''}.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: isAny ? [peopleTable(shown, people.length)] : [],
  };
}
