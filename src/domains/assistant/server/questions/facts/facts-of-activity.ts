import { readAuditLog } from '#domains/audit/contract.ts';
import { readChain, validateChain } from '#domains/ledger/contract.ts';
import { status } from '#domains/observability/contract.ts';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import { all, concerning, day, either, type Fact, name, none, number, percent, rows, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';
import { namesOf } from './facts-of-assets.ts';
import { actionWords, type EventFilter, type EventReference, eventOf, eventsOf } from './facts-of-events.ts';
import { chosen } from './facts-of-participants.ts';

/** The period with more events, by its names. */
export const moreEventsIn =
  (first: EventFilter, second: EventFilter, firstNames: readonly string[], secondNames: readonly string[]): FactOf =>
  async (world) => {
    const [one, other] = [(await eventsOf(world, first)).length, (await eventsOf(world, second)).length];
    if (one === other) throw new Error('Both periods have the same number of events');
    const [winner, loser] = one > other ? [firstNames, secondNames] : [secondNames, firstNames];
    const positions = (reply: string, names: readonly string[]) =>
      Math.min(...names.map((text) => reply.indexOf(text)).map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)));
    const isStated: Fact['isStated'] = ({ reply }) => positions(reply, winner) < positions(reply, loser);
    return all([{ text: `more in ${winner[0]}`, isStated }, number(Math.max(one, other), 'everything')]);
  };

const newest = (events: readonly { readonly timestamp: string }[]) =>
  events
    .map(({ timestamp }) => timestamp)
    .toSorted((a, b) => a.localeCompare(b))
    .at(-1);

/** The day of the first event of all, of the last one of an action, and of the last one of a participant. */
export const firstEventDay: FactOf = async (world) => {
  const [first] = (await world.events()).toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
  return either([day(first?.timestamp, world.today), day(first?.recordedAt, world.today)]);
};
export const lastEventDay =
  (action: string): FactOf =>
  async (world) =>
    concerning(day(newest(await eventsOf(world, { action })), world.today), [actionWords[action]]);
export const lastActiveDay =
  (by: string, action?: string): FactOf =>
  async (world) =>
    concerning(
      day(newest(await eventsOf(world, action === undefined ? { by } : { by, action })), world.today),
      [...(await namesOf(world, by)), /\byou/i],
      [action === undefined ? /./ : actionWords[action]],
    );

/** The share of quality checks that passed, in percent. */
export const passedShare: FactOf = async (world) => {
  const checks = await eventsOf(world, { action: 'quality_check' });
  const share = (100 * checks.filter(({ meta }) => meta['result'] === 'passed').length) / checks.length;
  return either([
    percent(Math.round(share)),
    percent(Math.round(share * 10) / 10),
    percent(Math.round(share * 100) / 100),
  ]);
};

export const newestParticipant: FactOf = async (world) => {
  const [last] = (await world.participants()).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return chosen(world, last?.username);
};

/** Whether more participants have the first role. */
export const moreOfRole =
  (many: ParticipantRole, few: ParticipantRole): FactOf =>
  async (world) => {
    const count = async (role: string) => (await world.participants()).filter((one) => one.role === role).length;
    const [first, second] = [await count(many), await count(few)];
    return concerning(verdict(first > second, [number(first), number(second)]), [many, `${many}s`], [few, `${few}s`]);
  };

/** The product that a participant manufactured most often. */
export const mainProductOf =
  (by: string): FactOf =>
  async (world) => {
    const made = await eventsOf(world, { by, action: 'manufactured' });
    const counts = Map.groupBy(made, ({ meta }) => String(meta['name']));
    const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
    return name([first?.[0], first?.[0].split(',')[0]]);
  };

/** Every place where a participant did something. */
export const placesOf =
  (by: string, action: string): FactOf =>
  async (world) => {
    const places = [...new Set((await eventsOf(world, { by, action })).flatMap(({ location }) => location ?? []))];
    if (places.length === 0) throw new Error(`${by} has no places`);
    const facts = places.map((place) => name([place, place.split(',')[0]]));
    return all(facts);
  };

/** The place in the event of a block. */
export const placeOfBlock =
  (...reference: EventReference): FactOf =>
  async (world) => {
    const { location } = await eventOf(world, ...reference);
    return name([location, location?.split(',')[0]], 'reply');
  };

/** That there is no block with this number. */
export const noBlock =
  (index: number): FactOf =>
  async (world) => {
    const { length } = await world.read(readChain, { query: { limit: 1 } });
    if (index < length) throw new Error(`There is a block ${index}`);
    return concerning(either([none(0), name(['not', 'does not exist'], 'reply')]), [
      String(index),
      index.toLocaleString('en-US'),
    ]);
  };
export const everyBlockSigned: FactOf = async (world) => {
  const { checkpointSize, totalBlocks } = await world.read(validateChain, {});
  return concerning(verdict(checkpointSize === totalBlocks, [number(checkpointSize)]), [/sign|checkpoint/i]);
};

const auditLog = (world: World, query: { startDate?: string; endDate?: string; participantId?: string }) =>
  world.read(readAuditLog, { query: { ...query, limit: 1000 } }, 'demo-auditor');

/** Entries of the audit log: of a period, of a participant, and one by one. */
export const auditCount =
  (startDate: string, endDate: string): FactOf =>
  async (world) =>
    number((await auditLog(world, { startDate, endDate })).summary.totalEntries);
export const auditCountBy =
  (participantId: string): FactOf =>
  async (world) =>
    number((await auditLog(world, { participantId })).summary.totalEntries);
export const auditRows =
  (startDate: string, endDate: string): FactOf =>
  async (world) => {
    const { auditEntries } = await auditLog(world, { startDate, endDate });
    const { length } = await world.read(readChain, { query: { limit: 1 } });
    const universe = Array.from({ length }, (_, index) => [String(index), String(index)] as const);
    return rows(
      auditEntries.map(({ blockIndex }) => String(blockIndex)),
      new Map(universe),
    );
  };

/** The number of answers with a server error, and that no traces leave the server. */
export const serverErrors: FactOf = async (world) => {
  const { routes } = await world.read(status, {}, 'demo-maker');
  const errors = routes.reduce((sum, route) => sum + route.serverErrors, 0);
  return concerning(errors === 0 ? none(0) : number(errors), [/error/i]);
};
export const noPhoenix: FactOf = async (world) => {
  const { configuration } = await world.read(status, {}, 'demo-maker');
  return concerning(verdict(configuration.enabled, [name(['not', 'none', 'local'])]), [/phoenix|collector|trace/i]);
};
