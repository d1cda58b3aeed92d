import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Activity } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { answerPercentage } from '../answer-percentage.ts';
import { isEnough } from '../bounds.ts';
import { resolvePlaces } from '../resolve-place.ts';
import {
  blockNumber,
  citeBlock,
  citeScreen,
  type Draft,
  needsSignIn,
  refusedBy,
  signInFirst,
  spokenAction,
  spokenTime,
  type Turn,
  unsupported,
} from '../turn.ts';
import { activityTable } from './activity-table.ts';
import { sayAnomalies, sayExcept, sayStatedElsewhere } from './event-exceptions.ts';
import { eventFilters, misplaced, type Summary, spokenEvents } from './event-filters.ts';
import { compareEvents, sayByRole, sayGroups } from './event-groups.ts';
import { sayReadings } from './event-readings.ts';

const ROWS = 10;

/** Answers how many events match, which ones, when, or how they are distributed. */
export async function answerEvents(asked: Turn): Promise<Draft> {
  if (asked.query.field === 'figures') return answerFigures(asked);
  if (needsSignIn(asked)) return signInFirst;
  const refused = unsupported(
    asked.query,
    [
      'action',
      'participant',
      'mine',
      'place',
      'category',
      'batch',
      'period',
      'anomalous',
      'asset',
      'role',
      'stating',
      'number',
      'amount',
    ],
    'events',
  );
  if (refused !== undefined) return refused;
  const placed = await resolvePlaces(asked);
  if ('instead' in placed) return placed.instead;
  const notes = placed.note + notCounted(placed.turn.query);
  const draft = await (asked.query.field?.startsWith('meta:') === true
    ? sayReadings(placed.turn)
    : sayEvents(placed.turn));
  return notes === '' ? draft : { ...draft, reply: draft.reply + notes };
}

/** "Recorded by X": events are counted by their participant, and an account may record for others. */
const notCounted = (query: Query): string =>
  conditionsOf(query, 'participant')
    .filter(({ as }) => as === 'recorder')
    .map(({ value }) => ` Events that ${value} recorded on behalf of others are not counted.`)
    .join('');

/** Answers from one summary of events, or from one for each alternative. */
export async function sayEvents(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  if (query.ask === 'percentage') return answerPercentage(turn);
  const wrong = misplaced(query);
  if (wrong !== undefined) return wrong;
  if (query.where.some(({ kind, value }) => kind === 'anomalous' && value !== 'anomalous')) return sayAnomalies(turn);
  if (query.where.some(({ not }) => not === true)) return sayExcept(turn);
  const [several, other, third] = severalIn(query);
  if (several !== undefined && (third !== undefined || !comparesBy(query, several, other)))
    return { reply: 'I can compare one kind of thing at a time. Ask about each of them.', outcome: 'clarify' };
  if (several !== undefined) return compareEvents(turn, several);
  const [role] = conditionsOf(query, 'role');
  const read = await turn.run('summarize_events', {
    ...eventFilters(query, username),
    limit: Math.min(query.limit ?? ROWS, 100),
  });
  if (!read.ok) return refusedBy(read);
  if (read.value.total === 0 && conditionsOf(query, 'stating').length > 0 && conditionsOf(query, 'action').length > 0)
    return sayStatedElsewhere(turn);
  if (role !== undefined) return sayByRole(turn, read.value, role.value);
  return say(turn, read.value);
}

/**
 * Returns the kinds of which a query has alternatives: compared ones first, then actions. An addressee is not an
 * alternative to a sender.
 */
const severalIn = ({ where }: Query): readonly Condition['kind'][] =>
  (['period', 'participant', 'category', 'batch', 'place', 'action'] as const).filter((kind) => {
    const all = where.filter((condition) => condition.kind === kind);
    return all.some(({ as }, at) => all.findIndex((one) => (one.as === 'addressee') === (as === 'addressee')) !== at);
  });

/** "Who shipped more, A or B" compares; "who shipped in January or February" asks something else of both. */
function comparesBy({ ask, by }: Query, several: Condition['kind'], other: Condition['kind'] | undefined): boolean {
  if (other !== undefined && other !== 'action') return false;
  if (by !== undefined && by !== several) return false;
  if (ask === 'where' || ask === 'when') return false;
  return several === 'participant' || (ask !== 'who' && ask !== 'most' && ask !== 'least') || by === several;
}

function say(turn: Turn, summary: Summary): Draft {
  const { query, username } = turn;
  const words = spokenEvents(query, username);
  const many = `${summary.atLeast ? 'at least ' : ''}${words.counted(summary.total)}`;
  const { ask } = query;
  if ((ask === 'who' || ask === 'where') && query.order !== undefined && query.by === undefined)
    return sayOne(query, summary, words.all);
  if (ask === 'who' || ask === 'where' || ask === 'most' || ask === 'least' || query.by !== undefined)
    return sayGroups(query, summary, words.all);
  const yes = ask === 'whether' ? (isEnough(query, summary.total) ? 'Yes. ' : 'No. ') : '';
  if (ask === 'when' || (query.order !== undefined && (query.limit ?? 1) === 1 && ask !== 'count'))
    return sayOne(query, summary, words.all);
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

function sayOne(query: Query, summary: Summary, words: string): Draft {
  const event = query.order === 'oldest' ? summary.oldest : summary.newest[0];
  if (event === undefined) return { reply: `There are no ${words}.` };
  const first = summary.oldest;
  // "When was the batch made" without a rank asks for the whole period.
  if (query.ask === 'when' && query.order === undefined && summary.total > 1 && !summary.atLeast && first !== undefined)
    return {
      reply: `${counted(summary.total, 'event')} (${words}) happened from ${spokenTime(first.timestamp)} to ${spokenTime(event.timestamp)}. The last: ${spokenActivity(event)}.`,
      citations: [citeBlock(first.blockIndex), citeBlock(event.blockIndex)],
      blocks: [activityTable(summary.newest, summary.total)],
      context: { block: event.blockIndex },
    };
  return {
    reply: `The ${query.order === 'oldest' ? 'first' : 'last'} of ${counted(summary.total, 'event')} (${words}) happened on ${spokenTime(event.timestamp)}: ${spokenActivity(event)}.`,
    citations: [citeBlock(event.blockIndex)],
    blocks: [activityTable([event], 1)],
    context: { block: event.blockIndex, ...(event.assetId === undefined ? {} : { assetId: event.assetId }) },
  };
}

const spokenActivity = ({ action, assetId, participantName, location, blockIndex }: Activity) =>
  `${spokenAction(action)}${assetId === undefined ? '' : ` of ${assetId}`} by ${participantName}${location === undefined ? '' : ` at ${location}`}, in block ${blockNumber(blockIndex)}`;

async function answerFigures(turn: Turn): Promise<Draft> {
  const [period] = conditionsOf(turn.query, 'period');
  const { from, to, clock } = eventFilters(turn.query, undefined);
  const read = await turn.run(
    'dashboard_stats',
    period === undefined || from === undefined || to === undefined
      ? {}
      : { from, to, ...(clock === undefined ? {} : { clock }) },
  );
  if (!read.ok) return refusedBy(read);
  const { totalAssets, totalEvents, activeParticipants, openAnomalies, byStatus, period: inPeriod } = read.value;
  const statuses = Object.entries(byStatus).filter(([, count]) => count > 0);
  return {
    reply: `The ledger has ${counted(totalAssets, 'asset')}, ${counted(totalEvents, 'event')} and ${counted(activeParticipants, 'active participant')}; ${counted(openAnomalies, 'event')} ${openAnomalies === 1 ? 'is' : 'are'} marked as an anomaly.${inPeriod === undefined ? '' : ` ${clock === 'recorded' ? 'Recorded' : 'Happened'} from ${inPeriod.from} to ${inPeriod.to}: ${counted(inPeriod.events, 'event')} and ${counted(inPeriod.assets, 'new asset')}.`}`,
    citations: [citeScreen('Dashboard', '/dashboard')],
    blocks: [{ kind: 'bars', title: 'Assets by status', bars: statuses.map(([label, value]) => ({ label, value })) }],
    suggestions: ['How many assets does each category have?', 'Show the anomalies'],
  };
}
