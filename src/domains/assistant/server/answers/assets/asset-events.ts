import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { fitting, historyTable, type ReadAsset, sayMany, spokenEvent } from '../events/event-words.ts';
import {
  blockNumber,
  citeBlock,
  citeParticipant,
  type Draft,
  doneTo,
  listed,
  spokenAction,
  spokenPeriod,
  spokenTime,
  type Turn,
} from '../turn.ts';
import { sayDuration } from './asset-durations.ts';

/** Answers from the events of one asset, or returns undefined if the question is about its present state. */
export function answerAssetEvents(turn: Turn, read: ReadAsset): Draft | undefined {
  const { query } = turn;
  const { history, what, asset } = read;
  if (query.ask === 'how long') return sayDuration(turn, read);
  const then = sayThen(query, read);
  if (then !== undefined) return then;
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
    !['recorder', 'block', 'hash', 'places', 'handlers'].includes(query.field ?? '')
  )
    return undefined;
  const matching = (implied ?? history).filter((event) => fits(event, query, turn.username));
  const called =
    query.field === 'carrier'
      ? 'event of a carrier'
      : actions.length > 0
        ? `${listed(actions.map(spokenAction))} event`
        : 'event';
  if (query.field === 'handlers' && query.order === undefined && query.ask !== 'whether')
    return sayPeople(read, matching);
  if (query.ask === 'count')
    return sayMany(`${what} has ${counted(matching.length, called)}${restrictions(query)}.`, asset, matching);
  if (query.ask === 'whether') return sayWhether(query, read, matching, called);
  if (matching.length === 0) return sayNone(query, read, called);
  if (query.limit !== undefined && query.limit > 1 && query.order !== undefined) return sayFew(query, read, matching);
  if ((query.field === 'history' || query.field === 'events') && query.order === undefined)
    return sayMany(`${what} has ${counted(matching.length, called)}${restrictions(query)}.`, asset, matching);
  if (query.field === 'carrier' && query.ask !== 'when' && query.order === undefined) return sayPeople(read, matching);
  if (query.field === 'places')
    return sayMany(
      `${what} was at ${listed([...new Set(matching.flatMap(({ location }) => location ?? []))])}.`,
      asset,
      matching,
    );
  if (
    query.ask === 'list' &&
    query.field !== 'block' &&
    query.field !== 'hash' &&
    actions.length === 0 &&
    query.order === undefined
  )
    return sayMany(`${what} has ${counted(matching.length, 'event')}${spokenPeriod(query)}.`, asset, matching);
  return sayOne(query, read, matching);
}

/** "The first 3 events": several from one end of the history. */
function sayFew({ order, limit = 1 }: Query, { asset, what }: ReadAsset, matching: readonly HistoryEvent[]): Draft {
  const shown = order === 'oldest' ? matching.slice(0, limit) : matching.slice(-limit);
  const kind = order === 'oldest' ? 'first' : 'last';
  return sayMany(
    `The ${kind} ${shown.length} of ${counted(matching.length, 'event')} of ${what}: ${listed(shown.map(spokenEvent))}.`,
    asset,
    shown,
  );
}

/** Answers where an asset was on a day, or who had it, from the last event up to then. */
function sayThen(query: Query, { history, what, asset }: ReadAsset): Draft | undefined {
  const [period] = conditionsOf(query, 'period');
  const asksState =
    (query.ask === 'where' && query.field === undefined) ||
    query.field === 'location' ||
    query.field === 'holder' ||
    query.field === 'status';
  if (
    period?.to === undefined ||
    period.from !== period.to ||
    !asksState ||
    query.where.some(({ kind }) => kind === 'action')
  )
    return undefined;
  const day = period.to;
  const until = history.filter(({ timestamp }) => timestamp.slice(0, 10) <= day);
  const last = until.at(-1);
  if (last === undefined) return { reply: `${what} had no event until ${day}.` };
  const holder = until.findLast(({ takenBy }) => takenBy !== undefined)?.takenBy;
  const state =
    query.field === 'holder'
      ? `${holder ?? 'Nobody known'} had ${what} on ${day}`
      : query.field === 'status'
        ? `The status of ${what} on ${day} was ${last.status}`
        : `${what} was last recorded at ${until.findLast(({ location }) => location !== undefined)?.location ?? 'an unknown location'} by ${day}`;
  return sayMany(`${state}. The last event until then: ${spokenEvent(last)}.`, asset, [last]);
}

/** Returns the events that a verb without its own action refers to. */
function impliedEvents(query: Query, { history }: ReadAsset): readonly HistoryEvent[] | undefined {
  switch (query.field) {
    case 'maker':
      return history.filter(({ action }) => action === 'manufactured');
    case 'carrier':
      return history.filter(
        ({ participantRole, action }) => participantRole === 'shipper' && action !== 'quality_check',
      );
    case 'origin':
      return history.slice(0, 1);
    case 'arrival': {
      // Goods arrive at a place with the first event that receives them there.
      const place = valueIn(query, 'place');
      if (place !== undefined && !query.where.some(({ kind }) => kind === 'participant'))
        return history
          .filter(
            ({ action, location }) =>
              (action === 'received' || action === 'delivered') && location !== undefined && fitting(location, place),
          )
          .slice(0, 1);
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

/** Reports whether an event fulfills the conditions of a query. */
export function fits(event: HistoryEvent, query: Query, username: string | undefined): boolean {
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
  const done = doneTo(event.action);
  const action = spokenAction(event.action);
  const more =
    matching.length > 1
      ? ` It has ${counted(matching.length, `${valueIn(query, 'action') === undefined ? '' : `${action} `}event`)}; this is the ${query.order === 'oldest' ? 'first' : 'last'}.`
      : '';
  const at = event.location === undefined ? '' : ` at ${event.location}`;
  const when = spokenTime(event.timestamp);
  const reply =
    query.field === 'recorder'
      ? `${event.recordedBy ?? event.participant} recorded that ${what} was ${done}, on ${spokenTime(event.recordedAt)}, in block ${blockNumber(event.blockIndex)}.`
      : query.field === 'origin'
        ? `${what} comes from ${event.location ?? 'an unknown location'}: it was ${done} there by ${event.participant} on ${when}, in block ${blockNumber(event.blockIndex)}.`
        : query.field === 'hash'
          ? `The hash of the block in which ${what} was ${done}, block ${blockNumber(event.blockIndex)}, is ${event.blockHash}.`
          : query.field === 'block'
            ? `${what} was ${done} in block ${blockNumber(event.blockIndex)}, on ${when}.`
            : query.ask === 'when'
              ? `${what} was ${done} on ${when} by ${event.participant}${at}, in block ${blockNumber(event.blockIndex)}.`
              : query.ask === 'where'
                ? `${what} was ${done}${at === '' ? ' at an unknown location' : at} by ${event.participant} on ${when}, in block ${blockNumber(event.blockIndex)}.`
                : `${what} was ${done} by ${inspectorOf(event)}${event.participant}${at} on ${when}, in block ${blockNumber(event.blockIndex)}.`;
  return {
    reply: reply + more,
    citations: [citeBlock(event.blockIndex), citeParticipant(event.participant)],
    blocks: matching.length > 1 ? [historyTable(asset, matching)] : [],
    context: { block: event.blockIndex, ...(query.ask === 'who' ? { participant: event.participant } : {}) },
  };
}

/** A quality check may state the person who made it. */
const inspectorOf = ({ action, meta }: HistoryEvent) =>
  action === 'quality_check' && typeof meta['inspector'] === 'string' ? `${meta['inspector']} for ` : '';

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
    ...sayMany(`${counted(people.length, 'participant')} handled ${what}: ${listed(people)}.`, asset, matching),
    citations: people.slice(0, 10).map(citeParticipant),
  };
}
