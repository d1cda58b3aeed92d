import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { fitting, type ReadAsset, spokenEvent } from '../events/event-words.ts';
import { notUnderstood } from '../talk.ts';
import { citeAsset, citeBlock, type Draft, refusedBy, type Turn, unsupported } from '../turn.ts';
import { answerLineage, answerRecall } from './about-lineage.ts';
import { answerSeveral } from './about-several.ts';
import { sayAddressee } from './asset-addressee.ts';
import { answerAttribute } from './asset-attributes.ts';
import { answerAssetEvents } from './asset-events.ts';
import { sayState, sayWhether, sayWhetherStatus } from './asset-state.ts';
import { answerBatchmates } from './batchmates.ts';
import { findAsset } from './find-asset.ts';

const EVENTS_MAX = 500;

const SINGLE = new Set(['', 'batch', 'category', 'status', 'location', 'name', 'holder']);

/** Answers a question about one asset from its history. */
export async function answerAboutAsset(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(
    query,
    [
      'asset',
      'text',
      'action',
      'participant',
      'role',
      'place',
      'period',
      'status',
      'mine',
      'category',
      'batch',
      'block',
    ],
    'an asset',
  );
  if (refused !== undefined) return refused;
  if (query.where.some(({ kind, not }) => kind === 'asset' && not === true))
    return {
      reply: 'I can tell what holds for an asset, not what holds for all others. Ask without “not”.',
      outcome: 'clarify',
    };
  // An asset has one batch and one place. How many others share it is another question.
  if (query.ask === 'count' && SINGLE.has(query.field ?? '') && query.where.every(({ kind }) => kind === 'asset'))
    return { reply: 'What shall I count? Ask for its events, or for the assets of a batch.', outcome: 'clarify' };
  const ids = conditionsOf(query, 'asset');
  if (ids.length > 1) return answerSeveral(turn);
  const found = await findAsset(turn);
  if ('instead' in found) return found.instead;
  const { assetId } = found;
  if (query.field === 'inputs' || query.field === 'outputs' || query.field === 'lineage')
    return answerLineage(turn, assetId);
  if (query.field === 'recall' && query.ask === 'whether' && /\brecalled\b/i.test(turn.message))
    return {
      reply: `I can list what a recall of ${assetId} would reach. Whether there was one is stated by returns: ask why it was returned.`,
      outcome: 'clarify',
      suggestions: [`Why was ${assetId} returned?`, `What would a recall of ${assetId} reach?`],
    };
  if (query.field === 'recall') return answerRecall(turn, assetId);
  if (query.field === 'batchmates') return answerBatchmates(turn, assetId);
  const first = await turn.run('read_asset', { assetId });
  const read =
    first.ok && first.value.pagination.hasNext ? await turn.run('read_asset', { assetId, limit: EVENTS_MAX }) : first;
  if (!read.ok) return refusedBy(read);
  const { asset, history } = read.value;
  const what = asset.name === assetId ? assetId : `${assetId} (${asset.name})`;
  const understood = understoodWords(query, history);
  if ('instead' in understood) return understood.instead;
  const draft = say({ ...turn, query: understood.query }, { asset, history, what });
  const cut =
    asset.eventCount > history.length
      ? ` I read the first ${history.length} of its ${counted(asset.eventCount, 'event')}.`
      : '';
  return {
    suggestions: nextQuestions(assetId, query.field),
    ...draft,
    ...(cut === '' ? {} : { reply: draft.reply + cut }),
    citations: [citeAsset(assetId), ...(draft.citations ?? [])],
    context: { assetId, ...draft.context },
  };
}

/** Reports whether words are a part of a location that has a name in it: "Basel", not the "cold" of a cold store. */
const namesPlace = (location: string, words: string) =>
  fitting(location, words) &&
  location.split(/[^\p{L}\p{M}]+/u).some((word) => /^\p{Lu}/u.test(word) && fitting(words, word));

/** Words next to an id name a place of its events, such as "leave Basel", or are not understood. */
function understoodWords(query: Query, history: readonly HistoryEvent[]): { query: Query } | { instead: Draft } {
  const words = conditionsOf(query, 'asset').length === 0 ? [] : conditionsOf(query, 'text');
  const strange = words.filter(
    ({ value }) => !history.some(({ location }) => location !== undefined && namesPlace(location, value)),
  );
  if (strange.length > 0) return { instead: notUnderstood(strange.map(({ value }) => value)) };
  const where = query.where.map((condition) =>
    words.includes(condition) ? { kind: 'place' as const, value: condition.value } : condition,
  );
  return { query: { ...query, where } };
}

function say(turn: Turn, read: ReadAsset): Draft {
  const { query } = turn;
  const { field, ask } = query;
  if (field === 'previous event' || field === 'next event')
    return sayNeighbor(query, read, field === 'next event' ? 1 : -1);
  if (field?.startsWith('meta:') || field === 'data') return answerAttribute(turn, read);
  const [status] = conditionsOf(query, 'status');
  if (ask === 'whether' && status !== undefined) return sayWhetherStatus(read, status);
  const states = field === undefined || (STATES.has(field) && query.where.length > 1);
  if (ask === 'whether' && states && !query.where.some(({ kind }) => kind === 'action')) return sayWhether(turn, read);
  if (field === 'addressee') return sayAddressee(turn, read);
  const event = answerAssetEvents(turn, read);
  if (event !== undefined) return event;
  return sayState(query, read, field ?? (ask === 'where' ? 'location' : ask === 'who' ? 'holder' : undefined));
}

/** Fields that a yes-or-no question may name in addition to the value. */
const STATES = new Set(['holder', 'location', 'status', 'category', 'batch']);

/** States the event before or after a block in the history of the asset. */
function sayNeighbor(query: Query, { history, what }: ReadAsset, by: 1 | -1): Draft {
  const at = history.findIndex(({ blockIndex }) => String(blockIndex) === valueIn(query, 'block'));
  const event = at < 0 ? undefined : history[at + by];
  if (event === undefined) return { reply: `${what} has no event ${by > 0 ? 'after' : 'before'} that.` };
  return {
    reply: `The event ${by > 0 ? 'after' : 'before'} that: ${what} was ${spokenEvent(event)}.`,
    citations: [citeBlock(event.blockIndex)],
    context: { block: event.blockIndex },
  };
}

function nextQuestions(assetId: string, asked: string | undefined): string[] {
  const questions: readonly (readonly [string, string])[] = [
    ['history', `What happened to ${assetId}?`],
    ['holder', 'Who has it now?'],
    ['inputs', 'What was it made from?'],
    ['recall', 'What would a recall of it reach?'],
  ];
  return questions
    .filter(([field]) => field !== asked)
    .map(([, question]) => question)
    .slice(0, 3);
}
