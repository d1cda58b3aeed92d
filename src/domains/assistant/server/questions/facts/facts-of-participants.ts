import { type Participant, type ParticipantRole, participantStats } from '#domains/participants/contract.ts';
import { participantActivity } from '#domains/trace/contract.ts';
import { all, choice, concerning, day, type Fact, name, none, number, rows } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';
import { namesOf } from './facts-of-assets.ts';

type Where = (participant: Participant) => boolean;
const everyone: Where = () => true;

/** The number of participants. */
export const countParticipants =
  (where: Where = everyone): FactOf =>
  async (world) =>
    concerning(number((await world.participants()).filter(where).length), [/participant|compan|joined/i]);

/** Active participants, as the statistics count them. */
export const activeOf =
  (group: 'manufacturers' | 'shippers' | 'retailers' | 'others' | 'total'): FactOf =>
  async (world) =>
    concerning(
      number((await world.read(participantStats, {}))[group]),
      group === 'total' ? [/participant|compan/i] : [group.slice(0, -1), group],
    );

/** Exactly these participants. */
export const listParticipants =
  (where: Where = everyone): FactOf =>
  async (world) =>
    rows(
      (await world.participants()).filter(where).map(({ username }) => username),
      await participantNames(world),
    );

/** Exactly the participants that hold no asset, or that did not record an action. */
export const idleParticipants =
  (without: 'assets' | 'shipped' | 'delivered'): FactOf =>
  async (world) => {
    const busy = new Set(
      without === 'assets'
        ? (await world.assets()).map(({ custodian }) => custodian)
        : (await world.events()).filter(({ action }) => action === without).map(({ participant: name }) => name),
    );
    return listParticipants(({ username }) => !busy.has(username))(world);
  };

export const noParticipants =
  (where: Where): FactOf =>
  async (world) =>
    concerning(none((await world.participants()).filter(where).length), [/participant/i]);

export const ofRole =
  (role: ParticipantRole): Where =>
  (participant) =>
    participant.role === role;

/** Every participant by its username and its display name. */
export async function participantNames(world: World): Promise<Map<string, string>> {
  const participants = await world.participants();
  return new Map(
    participants.flatMap(({ username, displayName = username }) => [
      [username, username],
      [displayName, username],
    ]),
  );
}

async function participant(world: World, username: string): Promise<Participant> {
  const found = (await world.participants()).find((one) => one.username === username);
  if (found === undefined) throw new Error(`The sample world has no participant ${username}`);
  return found;
}

/** The names of a participant; the answer to itself or to a second question may say "you" or "they". */
const subjectOf = async (world: World, username: string) => [
  ...(await namesOf(world, username)),
  /\b(?:your?|they)\b/i,
];

/** A property of one participant. */
export const roleOf =
  (username: string): FactOf =>
  async (world) =>
    concerning(name([(await participant(world, username)).role]), await subjectOf(world, username));
export const displayNameOf =
  (username: string): FactOf =>
  async (world) =>
    name([(await participant(world, username)).displayName]);
export const eventsBy =
  (username: string): FactOf =>
  async (world) =>
    concerning(number((await participant(world, username)).eventCount), await subjectOf(world, username));
export const joinedOn =
  (username: string): FactOf =>
  async (world) =>
    concerning(day((await participant(world, username)).createdAt, world.today), await subjectOf(world, username));
export const managerOf =
  (username: string): FactOf =>
  async (world) =>
    concerning(
      name(await namesOf(world, (await participant(world, username)).managedBy)),
      await subjectOf(world, username),
    );

/** The one that recorded the most, or the fewest, events. Throws if several did. */
export const busiest =
  (where: Where = everyone, order: 'most' | 'fewest' = 'most'): FactOf =>
  async (world) => {
    const sign = order === 'most' ? 1 : -1;
    const [first, second] = (await world.participants())
      .filter(where)
      .toSorted((a, b) => sign * (b.eventCount - a.eventCount));
    if (first === undefined || first.eventCount === second?.eventCount)
      throw new Error(`No single one has the ${order}`);
    return all([await chosen(world, first.username), number(first.eventCount, 'everything')]);
  };

/** This participant rather than another. */
export async function chosen(world: World, username: string | undefined): Promise<Fact> {
  const participants = await world.participants();
  return choice(
    await namesOf(world, username),
    participants.map((one) => [one.username, one.displayName]),
  );
}

/** The participant that another one dealt with most. */
export const mainPartnerOf =
  (username: string): FactOf =>
  async (world) => {
    const { counterparties } = await world.read(participantActivity, { params: { id: username }, query: {} });
    const [first] = counterparties;
    const named = counterparties.map((one) => namesOf(world, one.username));
    return choice(await namesOf(world, first?.username), await Promise.all(named));
  };

/** Exactly the participants that one dealt with. */
export const partnersOf =
  (username: string): FactOf =>
  async (world) => {
    const { counterparties } = await world.read(participantActivity, { params: { id: username }, query: {} });
    return rows(
      counterparties.map((one) => one.username),
      await participantNames(world),
      username,
    );
  };

/** The username of a participant. */
export const called =
  (username: string): FactOf =>
  async (world) =>
    name([(await participant(world, username)).username]);
