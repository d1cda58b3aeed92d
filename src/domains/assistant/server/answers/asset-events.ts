import { conditionsOf, type Query, type TableBlock, valueOf } from '#domains/assistant/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ReadAsset } from './about-asset.ts';
import {
  blockLink,
  citeBlock,
  citeParticipant,
  type Draft,
  listed,
  participantLink,
  spokenAction,
  spokenPeriod,
  spokenTime,
  type Turn,
  table,
} from './turn.ts';

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();

/** Reports whether a location has a part, ignoring case and accents. */
export const fitting = (location: string, part: string) => plain(location).includes(plain(part));

export const spokenEvent = (event: HistoryEvent) =>
  `${spokenAction(event.action)} by ${event.participant}${event.location === undefined ? '' : ` at ${event.location}`} on ${spokenTime(event.timestamp)}, in block ${event.blockIndex}`;

/** Answers from the events of one asset, or returns undefined if the question is about its present state. */
export function answerAssetEvents(turn: Turn, read: ReadAsset): Draft | undefined {
  const { query } = turn;
  const { history, what, asset } = read;
  if (query.ask === 'how long') return sayDuration(turn, read);
  const actions = conditionsOf(query, 'action').map(({ value }) => value);
  const implied = impliedEvents(query, read);
  const restricts =
    query.where.some(({ kind }) => ['action', 'period', 'role'].includes(kind)) ||
    (query.where.some(({ kind }) => kind === 'place' || kind === 'participant') && query.field !== 'holder');
  if (
    implied === undefined &&
    !restricts &&
    query.ask !== 'when' &&
    query.order === undefined &&
    !['recorder', 'block', 'places', 'handlers'].includes(query.field ?? '')
  )
    return undefined;
  const matching = (implied ?? history).filter((event) => fits(event, query, turn.username));
  const called = actions.length > 0 ? `${listed(actions.map(spokenAction))} event` : 'event';
  if (query.ask === 'count')
    return sayMany(`${what} has ${counted(matching.length, called)}${spokenPeriod(query)}.`, asset, matching);
  if (query.ask === 'whether') return sayWhether(query, read, matching, called);
  if (matching.length === 0) return sayNone(query, read, called);
  if ((query.field === 'history' || query.field === 'events') && query.order === undefined)
    return sayMany(`${what} has ${counted(matching.length, called)}${restrictions(query)}.`, asset, matching);
  if (query.field === 'handlers' || (query.field === 'carrier' && query.ask !== 'when'))
    return sayPeople(read, matching);
  if (query.field === 'places')
    return sayMany(
      `${what} was at ${listed([...new Set(matching.flatMap(({ location }) => location ?? []))])}.`,
      asset,
      matching,
    );
  if (query.ask === 'list' && query.field !== 'block' && actions.length === 0 && query.order === undefined)
    return sayMany(`${what} has ${counted(matching.length, 'event')}${spokenPeriod(query)}.`, asset, matching);
  return sayOne(query, read, matching);
}

/** The events that a verb without an action of its own means. */
function impliedEvents(query: Query, { history }: ReadAsset): readonly HistoryEvent[] | undefined {
  switch (query.field) {
    case 'maker':
      return history.filter(({ action }) => action === 'manufactured');
    case 'carrier':
      return history.filter(
        ({ participantRole, action }) => participantRole === 'shipper' && action !== 'quality_check',
      );
    case 'arrival': {
      const arrived = history.filter(({ action }) => action === 'delivered');
      return arrived.length > 0
        ? arrived
        : history.filter(({ action, status }) => action === 'received' && status === 'delivered');
    }
    case 'departure':
      return history.filter(({ action }) => action === 'shipped');
    case 'handlers':
      return history;
    default:
      return undefined;
  }
}

function fits(event: HistoryEvent, query: Query, username: string | undefined): boolean {
  const any = (kind: Query['where'][number]['kind'], test: (value: string) => boolean) => {
    const all = conditionsOf(query, kind);
    return all.length === 0 || all.some(({ value, not }) => test(value) !== (not === true && query.ask !== 'whether'));
  };
  const date = event.timestamp.slice(0, 10);
  const people = conditionsOf(query, 'participant').filter(({ as }) => as !== 'addressee');
  const addressees = conditionsOf(query, 'participant').filter(({ as }) => as === 'addressee');
  return (
    any('action', (value) => event.action === value) &&
    (people.length === 0 ||
      people.some(
        ({ value, as }) => (as === 'recorder' ? (event.recordedBy ?? event.participant) : event.participant) === value,
      )) &&
    (addressees.length === 0 || addressees.some(({ value }) => event.meta['to'] === value)) &&
    any('role', (value) => event.participantRole === value) &&
    any('place', (value) => event.location !== undefined && fitting(event.location, value)) &&
    any('mine', () => event.participant === username) &&
    conditionsOf(query, 'period').every(({ from = '', to = '9' }) => date >= from && date <= to)
  );
}

function sayOne(query: Query, { asset, what }: ReadAsset, matching: readonly HistoryEvent[]): Draft {
  const event = (query.order === 'oldest' ? matching[0] : matching.at(-1)) as HistoryEvent;
  const action = spokenAction(event.action);
  const more =
    matching.length > 1
      ? ` It has ${counted(matching.length, `${valueOf(query, 'action') === undefined ? '' : `${action} `}event`)}; this is the ${query.order === 'oldest' ? 'first' : 'last'}.`
      : '';
  const at = event.location === undefined ? '' : ` at ${event.location}`;
  const when = spokenTime(event.timestamp);
  const reply =
    query.field === 'recorder'
      ? `${event.recordedBy ?? event.participant} recorded that ${what} was ${past(action)}, on ${spokenTime(event.recordedAt)}, in block ${event.blockIndex}.`
      : query.field === 'block'
        ? `${what} was ${past(action)} in block ${event.blockIndex}, on ${when}.`
        : query.ask === 'when'
          ? `${what} was ${past(action)} on ${when} by ${event.participant}${at}, in block ${event.blockIndex}.`
          : query.ask === 'where'
            ? `${what} was ${past(action)}${at === '' ? ' at an unknown location' : at} by ${event.participant} on ${when}, in block ${event.blockIndex}.`
            : `${what} was ${past(action)} by ${event.participant}${at} on ${when}, in block ${event.blockIndex}.`;
  return {
    reply: reply + more,
    citations: [citeBlock(event.blockIndex), citeParticipant(event.participant)],
    blocks: matching.length > 1 ? [historyTable(asset, matching)] : [],
    context: { block: event.blockIndex },
  };
}

/** Actions are past participles, except for quality checks. */
const past = (action: string) => (action === 'quality check' ? 'quality checked' : action);

function sayMany(reply: string, asset: Asset, matching: readonly HistoryEvent[]): Draft {
  const last = matching.at(-1);
  return {
    reply,
    citations: last === undefined ? [] : [citeBlock(last.blockIndex)],
    blocks: matching.length === 0 ? [] : [historyTable(asset, matching)],
    context: last === undefined ? {} : { block: last.blockIndex },
  };
}

function sayWhether(query: Query, read: ReadAsset, matching: readonly HistoryEvent[], called: string): Draft {
  const last = matching.at(-1);
  if (last !== undefined) return sayMany(`Yes, ${read.what} was ${spokenEvent(last)}.`, read.asset, matching);
  const none = sayNone(query, read, called);
  return { ...none, reply: `No. ${none.reply}` };
}

function sayNone(query: Query, { history, what }: ReadAsset, called: string): Draft {
  const last = history.at(-1);
  const other =
    conditionsOf(query, 'action').length > 0
      ? history.filter(({ action }) => conditionsOf(query, 'action').some(({ value }) => value === action)).at(-1)
      : undefined;
  const instead = other ?? last;
  return {
    reply: `No ${called} of ${what}${restrictions(query)} is recorded.${instead === undefined ? '' : ` Its last ${other === undefined ? 'event' : called}: ${spokenEvent(instead)}.`}`,
    citations: instead === undefined ? [] : [citeBlock(instead.blockIndex)],
  };
}

const restrictions = (query: Query) =>
  query.where
    .map(({ kind, value }) =>
      kind === 'participant'
        ? ` by ${value}`
        : kind === 'role'
          ? ` by a ${value}`
          : kind === 'place'
            ? ` at ${value}`
            : '',
    )
    .join('') + spokenPeriod(query);

function sayPeople({ what, asset }: ReadAsset, matching: readonly HistoryEvent[]): Draft {
  const people = [...new Set(matching.map(({ participant }) => participant))];
  return {
    ...sayMany(`${listed(people)} handled ${what}.`, asset, matching),
    citations: people.slice(0, 10).map(citeParticipant),
  };
}

/** Says how long an asset took between two events, or how long ago the last one was. */
function sayDuration({ query, now }: Turn, { history, what, asset }: ReadAsset): Draft {
  const [one, two] = conditionsOf(query, 'action').map(({ value }) => value);
  const first = one === undefined || two === undefined ? history[0] : history.find(({ action }) => action === one);
  const end = two ?? one;
  const last =
    end === undefined
      ? history.at(-1)
      : (history.findLast(({ action }) => action === end) ??
        (end === 'delivered'
          ? history.findLast(({ action, status }) => action === 'received' && status === 'delivered')
          : undefined));
  const person = conditionsOf(query, 'participant')[0]?.value;
  if (person !== undefined && one === undefined) return sayCustody(person, { history, what, asset }, now);
  if (query.field === 'holder' && asset.custodian !== undefined) {
    const since = history.findLast(
      (event, at) => event.takenBy === asset.custodian && history[at - 1]?.takenBy !== asset.custodian,
    );
    if (since !== undefined)
      return sayMany(
        `${asset.custodian} has had ${what} for ${spokenLength(now - Date.parse(since.timestamp))}, since ${spokenTime(since.timestamp)}.`,
        asset,
        [since],
      );
  }
  if (query.where.some(({ kind, value }) => kind === 'status' && value === 'in transit'))
    return sayTransit({ history, what, asset });
  if (first === undefined || last === undefined)
    return {
      reply: `The events of ${what} don't state how long that took.`,
      outcome: 'unknown',
      blocks: [historyTable(asset, history)],
    };
  return sayMany(
    `${what} took ${spokenLength(Date.parse(last.timestamp) - Date.parse(first.timestamp))} from ${spokenAction(first.action)} (${spokenTime(first.timestamp)}) to ${spokenAction(last.action)} (${spokenTime(last.timestamp)}).`,
    asset,
    [first, last],
  );
}

/** Says how long a participant had an asset without interruption, the last time. */
function sayCustody(person: string, { history, what, asset }: ReadAsset, now: number): Draft {
  const taken = history.filter(({ takenBy }) => takenBy !== undefined);
  const last = taken.findLastIndex(({ takenBy }) => takenBy === person);
  if (last < 0) return { reply: `No event states that ${person} had ${what}.`, blocks: [historyTable(asset, history)] };
  let first = last;
  while (taken[first - 1]?.takenBy === person) first -= 1;
  const begin = taken[first];
  const end = taken[last + 1];
  if (begin === undefined) return { reply: `No event states that ${person} had ${what}.` };
  const until = end === undefined ? now : Date.parse(end.timestamp);
  return sayMany(
    `${person} ${end === undefined ? 'has had' : 'had'} ${what} for ${spokenLength(until - Date.parse(begin.timestamp))}, since ${spokenTime(begin.timestamp)}${end === undefined ? '' : ` until ${spokenTime(end.timestamp)}`}.`,
    asset,
    [begin],
  );
}

function sayTransit({ history, what, asset }: ReadAsset): Draft {
  const first = history.find(({ action }) => action === 'shipped');
  const last =
    history.findLast(({ action }) => action === 'delivered') ?? history.findLast(({ action }) => action === 'received');
  if (first === undefined || last === undefined)
    return { reply: `${what} has not completed a shipment.`, blocks: [historyTable(asset, history)] };
  return sayMany(
    `${what} was under way for ${spokenLength(Date.parse(last.timestamp) - Date.parse(first.timestamp))}, from ${spokenTime(first.timestamp)} to ${spokenTime(last.timestamp)}.`,
    asset,
    [first, last],
  );
}

export function spokenLength(milliseconds: number): string {
  const hours = Math.round(Math.max(0, milliseconds) / 3_600_000);
  const days = Math.floor(hours / 24);
  if (days === 0) return counted(hours, 'hour');
  return hours % 24 === 0 ? counted(days, 'day') : `${counted(days, 'day')} and ${counted(hours % 24, 'hour')}`;
}

export const eventRows = (history: readonly HistoryEvent[]): TableBlock['rows'] =>
  history
    .slice(0, 100)
    .map((event) => [
      { text: String(event.blockIndex), href: blockLink(event.blockIndex) },
      { text: spokenTime(event.timestamp) },
      { text: spokenAction(event.action) },
      { text: event.participant, href: participantLink(event.participant) },
      { text: event.location ?? 'Unknown' },
    ]);

export const historyTable = (asset: Asset, history: readonly HistoryEvent[]): TableBlock =>
  table(
    `Events of ${asset.assetId}`,
    ['Block', 'When', 'Action', 'Participant', 'Location'],
    eventRows(history),
    history.length,
  );
