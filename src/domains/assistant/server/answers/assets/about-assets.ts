import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { answerPercentage } from '../answer-percentage.ts';
import { isEnough } from '../bounds.ts';
import { resolvePlaces } from '../resolve-place.ts';
import {
  citeAsset,
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  signInFirst,
  type Turn,
  unsupported,
} from '../turn.ts';
import { collectAssets, spokenFilters } from './asset-filters.ts';
import { alternativesIn, answerAlternatives, answerGroups, answerSpread } from './asset-groups.ts';
import { answerBySets, isOrigin, isWay } from './asset-sets.ts';
import { assetTable } from './asset-table.ts';
import { answerAssetsByEvents } from './assets-by-events.ts';
import { hasWords } from './find-asset.ts';

const ROWS = 10;

/** Answers how many assets match, which ones, or how they are distributed. */
export async function answerAssets(asked: Turn): Promise<Draft> {
  if (needsSignIn(asked)) return signInFirst;
  if (asked.query.field === 'recall')
    return {
      reply: 'A recall begins with an asset. Ask for example “recall the whole batch of HLX-2026-025”.',
      outcome: 'clarify',
    };
  const refused = unsupported(
    asked.query,
    [
      'status',
      'category',
      'batch',
      'participant',
      'mine',
      'place',
      'text',
      'anomalous',
      'action',
      'period',
      'stating',
      'number',
      'amount',
      ...(asked.query.by === 'participant' ? (['role'] as const) : []),
    ],
    'assets',
  );
  if (refused !== undefined) return refused;
  const placed = await resolvePlaces(await placeWords(asked));
  if ('instead' in placed) return placed.instead;
  const { turn, note } = placed;
  const strange = await strangeWords(turn);
  if (strange !== undefined) return strange;
  const draft = await answerPlaced(turn);
  return note === '' ? draft : { ...draft, reply: draft.reply + note };
}

/** Words without a preposition name a place if events have it as a whole word: "Bergen assets". */
async function placeWords(turn: Turn): Promise<Turn> {
  const [text, other] = conditionsOf(turn.query, 'text');
  if (text === undefined || other !== undefined || turn.query.where.some(({ kind }) => kind === 'place')) return turn;
  const read = await turn.run('summarize_events', { location: text.value, limit: 1 });
  if (!read.ok || !read.value.locations.some(({ value }) => hasWords(value, text.value))) return turn;
  const where = turn.query.where.map((condition) =>
    condition === text ? { ...text, kind: 'place' as const, as: 'in' as const } : condition,
  );
  return { ...turn, query: { ...turn.query, where } };
}

/** Words that no asset has in its name may mean something else, so nothing is counted by them. */
export async function strangeWords(turn: Turn): Promise<Draft | undefined> {
  const text = conditionsOf(turn.query, 'text');
  if (text.length === 0) return undefined;
  const found = await collectAssets({ ...turn, query: { ask: 'count', subject: 'asset', where: [...text] } }, 1);
  if ('instead' in found) return found.instead;
  if (found.total > 0) return undefined;
  return {
    reply: `No asset has “${text.map(({ value }) => value).join(' ')}” in its name, so I may not have understood that word.`,
    outcome: 'unknown',
  };
}

const SET_ASKS: ReadonlySet<string> = new Set(['list', 'count', 'describe', 'whether']);

/** Conditions that events fulfill, not the present state of an asset. */
const BY_EVENTS = new Set<string>(['action', 'period', 'stating']);

async function answerPlaced(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (query.ask === 'percentage') return answerPercentage(turn);
  const isBound = query.where.some(({ kind, as }) => kind === 'place' && as === 'to');
  if (isBound && query.where.every(({ kind, as }) => kind !== 'action' && (kind !== 'place' || as === 'to')))
    return {
      reply:
        'Goods name no place that they are bound for, only whom they are addressed to. Ask what was delivered there, or what is addressed to a participant.',
      outcome: 'clarify',
    };
  if (query.where.some((condition) => isOrigin(condition, query.where) || isWay(condition, query.where))) {
    if (query.by === undefined && SET_ASKS.has(query.ask)) return answerBySets(turn);
    return { reply: 'I can count and list goods by where they were made. Ask how many, or which.', outcome: 'clarify' };
  }
  const isNow = query.where.some(({ kind, of }) => kind === 'place' && of === 'now');
  const didThen = query.where.some(({ kind }) => kind === 'action');
  if (isNow && didThen && query.by === undefined && SET_ASKS.has(query.ask)) return answerBySets(turn);
  if (query.where.some(({ kind, as, also }) => BY_EVENTS.has(kind) || as === 'via' || also === true))
    return answerAssetsByEvents(turn);
  const several = alternativesIn(query);
  if (several !== undefined) return answerAlternatives(turn, several);
  if (query.by !== undefined || query.ask === 'most' || query.ask === 'least') return answerGroups(turn);
  if (query.ask === 'where' || query.ask === 'who') return answerSpread(turn);
  return answerList(turn);
}

async function answerList(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const found = await collectAssets(turn, query.limit ?? ROWS);
  if ('instead' in found) return found.instead;
  const { assets, complete, isEstimate } = found;
  const words = spokenFilters(query, username);
  const many = `${isEstimate ? 'about ' : complete ? '' : 'at least '}${counted(found.total, 'asset')}`;
  const href =
    `/assets?${new URLSearchParams(Object.fromEntries(Object.entries(found.filters).map(([name, value]) => [name, String(value)])))}`.replace(
      /\?$/,
      '',
    );
  const shown = assets.slice(0, query.limit ?? ROWS);
  const one = shown[0];
  const first = query.order !== undefined && (query.limit ?? 1) === 1 && one !== undefined;
  const yes = query.ask === 'whether' ? (isEnough(query, found.total) ? 'Yes. ' : 'No. ') : '';
  const reply = first
    ? `The ${query.order} asset${words} is ${one.assetId} (${one.name}), created on ${one.createdAt.slice(0, 10)}.`
    : `${yes}There ${found.total === 1 ? 'is' : 'are'} ${many}${words}.${found.total > shown.length && query.ask !== 'count' ? ` These are the ${query.order ?? 'newest'} ${shown.length}.` : found.total > 0 && found.total <= 5 ? ` ${found.total === 1 ? 'It is' : 'They are'} ${listed(shown.map(({ assetId }) => assetId))}.` : ''}`;
  return {
    reply,
    citations: [
      ...(found.total <= 5 ? shown.map(({ assetId }) => citeAsset(assetId)) : []),
      citeScreen('See them in Assets', href),
    ],
    blocks: found.total === 0 ? [] : [assetTable('Assets', first ? [one] : shown, first ? 1 : found.total)],
    suggestions: shown.slice(0, 2).map(({ assetId }) => `Where is ${assetId}?`),
    context: {
      assets: shown.slice(0, 20).map(({ assetId }) => assetId),
      ...(shown.length === 1 && one !== undefined ? { assetId: one.assetId } : {}),
    },
  };
}
