import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { fitting, historyTable, type ReadAsset, sayMany } from '../events/event-words.ts';
import { type Draft, doneTo, spokenAction, spokenTime, type Turn } from '../turn.ts';

/** Answers how long an asset took between two events, or how long ago the last one was. */
export function sayDuration({ query, now, message }: Turn, { history, what, asset }: ReadAsset): Draft {
  const [one, two] = conditionsOf(query, 'action').map(({ value }) => value);
  if (query.field === 'since' && one !== undefined) return saySince(one, { history, what, asset }, now);
  const [from, to] = (['from', 'to'] as const).map((as) => conditionsOf(query, 'place').find((one) => one.as === as));
  if (from !== undefined && to !== undefined) return sayWay([from.value, to.value], { history, what, asset });
  const [place] = conditionsOf(query, 'place');
  if (place !== undefined && place.as !== 'from' && place.as !== 'to')
    return one === undefined
      ? sayStay(place.value, { history, what, asset }, now)
      : { reply: 'I can tell how long it was there, or how long it took, not both at once.', outcome: 'clarify' };
  const first = one === undefined || two === undefined ? history[0] : history.find(({ action }) => action === one);
  const end = two ?? one;
  // "Between production and first shipment".
  const endsFirst = query.order === 'oldest' && two !== undefined && !/\blast\b/i.test(message);
  const last =
    end === undefined
      ? history.at(-1)
      : ((endsFirst ? history.find(({ action }) => action === end) : undefined) ??
        history.findLast(({ action }) => action === end) ??
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
  if (query.field === 'location' && query.where.every(({ kind }) => kind === 'asset' || kind === 'text')) {
    const placed = history.filter(({ location }) => location !== undefined);
    const since = placed.findLast((event, at) => placed[at - 1]?.location !== event.location);
    if (since !== undefined)
      return sayMany(
        `${what} has been at ${since.location} for ${spokenLength(now - Date.parse(since.timestamp))}, since ${spokenTime(since.timestamp)}.`,
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

/** Answers how long ago the last event of an action was. */
function saySince(action: string, { history, what, asset }: ReadAsset, now: number): Draft {
  const last = history.findLast((event) => event.action === action);
  const past = doneTo(action);
  if (last === undefined)
    return { reply: `No event states that ${what} was ${past}.`, blocks: [historyTable(asset, history)] };
  return sayMany(
    `${what} was ${past} ${spokenLength(now - Date.parse(last.timestamp))} ago, on ${spokenTime(last.timestamp)}.`,
    asset,
    [last],
  );
}

/**
 * Answers how long an asset was on its way: from its last event at one place to the first one after it at the other.
 */
function sayWay([from, to]: readonly [string, string], { history, what, asset }: ReadAsset): Draft {
  const at =
    (place: string) =>
    ({ location }: (typeof history)[number]) =>
      location !== undefined && fitting(location, place);
  const arrived = history.find((event, n) => at(to)(event) && history.slice(0, n).some(at(from)));
  const left = history.slice(0, arrived === undefined ? 0 : history.indexOf(arrived)).findLast(at(from));
  if (arrived === undefined || left === undefined)
    return {
      reply: `No events state that ${what} went from ${from} to ${to}.`,
      blocks: [historyTable(asset, history)],
    };
  return sayMany(
    `${what} took ${spokenLength(Date.parse(arrived.timestamp) - Date.parse(left.timestamp))} from ${left.location} (${spokenAction(left.action)}, ${spokenTime(left.timestamp)}) to ${arrived.location} (${spokenAction(arrived.action)}, ${spokenTime(arrived.timestamp)}).`,
    asset,
    [left, arrived],
  );
}

/**
 * Answers how long an asset was last at a place: from its first event there to its first one elsewhere, or until now.
 */
function sayStay(place: string, { history, what, asset }: ReadAsset, now: number): Draft {
  const placed = history.filter(({ location }) => location !== undefined);
  const isThere = (event: (typeof placed)[number] | undefined) =>
    event !== undefined && fitting(event.location ?? '', place);
  const last = placed.findLastIndex(isThere);
  if (last < 0) return { reply: `No event of ${what} is at ${place}.`, blocks: [historyTable(asset, history)] };
  let first = last;
  while (isThere(placed[first - 1])) first -= 1;
  // Goods leave a place when they are shipped from it.
  const [begin, next] = [placed[first], placed[last + 1]];
  const left = placed[last];
  const end = next !== undefined && left?.action === 'shipped' && last > first ? left : next;
  if (begin === undefined) return { reply: `No event of ${what} is at ${place}.` };
  const until = end === undefined ? now : Date.parse(end.timestamp);
  return sayMany(
    `By its events, ${what} ${end === undefined ? 'has been' : 'was'} at ${begin.location} for ${spokenLength(until - Date.parse(begin.timestamp))}, since ${spokenTime(begin.timestamp)}${end === undefined ? '' : ` ${end === next ? 'until the next event elsewhere' : 'until it was shipped'}, on ${spokenTime(end.timestamp)}`}.`,
    asset,
    placed.slice(first, last + 1),
  );
}

/** Answers how long a participant last had an asset without interruption. */
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
