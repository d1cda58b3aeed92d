import { type Condition, conditionsOf, type Query } from '#domains/assistant/contract.ts';
import type { Asset, FacetCount } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { collectAssets, filtersOf, spokenFilters } from './asset-filters.ts';
import { answerAssetsByEvents } from './assets-by-events.ts';
import { hasWords } from './find-asset.ts';
import { resolvePlaces } from './resolve-place.ts';
import {
  assetLink,
  citeAsset,
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  participantLink,
  refusedBy,
  signInFirst,
  type Turn,
  table,
  total,
  unsupported,
} from './turn.ts';

const ROWS = 10;

/** Answers how many assets match, which, or how they are distributed. */
export async function answerAssets(asked: Turn): Promise<Draft> {
  if (needsSignIn(asked)) return signInFirst;
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
      ...(asked.query.by === 'participant' ? (['role'] as const) : []),
    ],
    'assets',
  );
  if (refused !== undefined) return refused;
  const placed = await resolvePlaces(await placeWords(asked));
  if ('instead' in placed) return placed.instead;
  const { turn, note } = placed;
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

async function answerPlaced(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (query.where.some(({ kind }) => kind === 'action' || kind === 'period')) return answerAssetsByEvents(turn);
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
  const text = conditionsOf(query, 'text');
  if (found.total === 0 && text.length > 0) {
    const anywhere = await collectAssets({ ...turn, query: { ...query, where: [...text] } }, 1);
    if ('instead' in anywhere) return anywhere.instead;
    const words = text.map(({ value }) => value).join(' ');
    if (anywhere.total === 0)
      return {
        reply: `No asset has “${words}” in its name, so I may not have understood that word.`,
        outcome: 'unknown',
      };
  }
  const many = `${isEstimate ? 'about ' : complete ? '' : 'at least '}${counted(found.total, 'asset')}`;
  const href =
    `/assets?${new URLSearchParams(Object.fromEntries(Object.entries(found.filters).map(([name, value]) => [name, String(value)])))}`.replace(
      /\?$/,
      '',
    );
  const shown = assets.slice(0, query.limit ?? ROWS);
  const one = shown[0];
  const first = query.order !== undefined && (query.limit ?? 1) === 1 && one !== undefined;
  const yes = query.ask === 'whether' ? (found.total > 0 ? 'Yes. ' : 'No. ') : '';
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

export const assetTable = (title: string, assets: readonly Asset[], all = assets.length) =>
  ({
    ...table(
      title,
      ['Asset', 'Name', 'Status', 'Category', 'Location', 'With'],
      assets.map((asset) => [
        { text: asset.assetId, href: assetLink(asset.assetId) },
        { text: asset.name },
        { text: asset.currentStatus },
        { text: asset.category ?? 'N/A' },
        { text: asset.currentLocation ?? 'Unknown' },
        asset.custodian === undefined
          ? { text: 'Unknown' }
          : { text: asset.custodian, href: participantLink(asset.custodian) },
      ]),
      all,
    ),
    more: Math.max(0, all - Math.min(assets.length, 100)),
  }) as const;

/** Several values of one kind hold alternately: they are counted one by one. */
function alternativesIn(query: Query): Condition['kind'] | undefined {
  return (['status', 'category', 'batch', 'participant', 'place'] as const).find(
    (kind) => conditionsOf(query, kind).filter(({ not }) => not !== true).length > 1,
  );
}

async function answerAlternatives(turn: Turn, kind: Condition['kind']): Promise<Draft> {
  const { query, username } = turn;
  const counts: { value: string; count: number; assets: readonly Asset[] }[] = [];
  for (const condition of conditionsOf(query, kind).slice(0, 6)) {
    const where = [...query.where.filter((other) => other.kind !== kind), condition];
    const found = await collectAssets({ ...turn, query: { ...query, where } }, ROWS);
    if ('instead' in found) return found.instead;
    if (!found.complete)
      return {
        reply: 'There are too many assets to compare one by one. Narrow the question down.',
        outcome: 'clarify',
      };
    counts.push({ value: condition.value, count: found.total, assets: found.assets });
  }
  const words = spokenFilters({ ...query, where: query.where.filter((other) => other.kind !== kind) }, username);
  const each = listed(counts.map(({ value, count }) => `${total(count)} ${value}`));
  const sum = counts.reduce((all, { count }) => all + count, 0);
  const [most, next] = counts.toSorted((a, b) => b.count - a.count);
  const compared = query.ask === 'compare' || query.ask === 'most' || query.ask === 'whether' || query.ask === 'least';
  const verdict =
    most === undefined || next === undefined
      ? ''
      : most.count === next.count
        ? `There are as many ${most.value} as ${next.value} assets`
        : `There are more ${most.value} than ${next.value} assets`;
  return {
    reply: compared ? `${verdict}${words}: ${each}.` : `There are ${counted(sum, 'asset')}${words}: ${each}.`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: [
      {
        kind: 'bars',
        title: `Assets by ${kind}`,
        bars: counts.map(({ value, count }) => ({ label: value, value: count })),
      },
      ...(query.ask === 'list'
        ? [
            assetTable(
              'Assets',
              counts.flatMap(({ assets }) => assets),
              sum,
            ),
          ]
        : []),
    ],
  };
}

const facetOf = { category: 'categories', status: 'statuses', batch: 'batches' } as const;

async function answerGroups(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const by = query.by === 'category' || query.by === 'status' || query.by === 'batch' ? query.by : undefined;
  if (by === undefined) return answerSpread(turn);
  if (query.where.some(({ kind, not }) => kind === 'place' || kind === 'text' || not === true))
    return answerSpread(turn);
  const read = await turn.run('count_assets', filtersOf(query, username));
  if (!read.ok) return refusedBy(read);
  const facets = read.value[facetOf[by]].filter(({ count }) => count > 0);
  const words = spokenFilters(query, username);
  return sayGroups(query, by, facets, words);
}

function sayGroups(query: Query, by: string, facets: readonly FacetCount[], words: string): Draft {
  const say = ({ value, count, atLeast }: FacetCount) => `${atLeast ? 'at least ' : ''}${total(count)} ${value}`;
  const sorted = query.ask === 'least' ? facets.toReversed() : facets;
  const [first] = sorted;
  if (first === undefined) return { reply: `There are no assets${words}.` };
  const equal = sorted.filter(({ count }) => count === first.count);
  const top =
    equal.length === 1
      ? `${first.value} has the ${query.ask === 'least' ? 'fewest' : 'most'} assets${words}: ${total(first.count)}.`
      : `${listed(equal.slice(0, 8).map(({ value }) => value))}${equal.length > 8 ? ' and others' : ''} have ${total(first.count)} assets each, the ${query.ask === 'least' ? 'fewest' : 'most'}${words}.`;
  const ranked = query.ask === 'most' || query.ask === 'least';
  return {
    reply: ranked ? top : `Assets by ${by}${words}: ${facets.slice(0, 20).map(say).join(', ')}.`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: [
      {
        kind: 'bars',
        title: `Assets by ${by}`,
        bars: facets.slice(0, 20).map(({ value, count }) => ({ label: value, value: count })),
      },
      table(
        `Assets by ${by}`,
        [by, 'Assets'],
        facets.map(({ value, count }) => [{ text: value }, { text: String(count) }]),
      ),
    ],
  };
}

/** Counts assets by place or holder, which no facet has, from all matching assets. */
async function answerSpread(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const by =
    query.by === 'participant' || query.ask === 'who'
      ? 'holder'
      : query.by === 'category' || query.by === 'status' || query.by === 'batch'
        ? query.by
        : 'place';
  // Every row is needed: an empty text condition makes the collection read all pages.
  const found = await collectAssets(
    { ...turn, query: { ...query, where: [...query.where, { kind: 'status', value: '\u0000none', not: true }] } },
    100,
  );
  if ('instead' in found) return found.instead;
  if (!found.complete)
    return { reply: 'There are too many assets to count them that way. Narrow the question down.', outcome: 'clarify' };
  const counts = new Map<string, number>();
  const valueIn = (asset: Asset) =>
    (by === 'holder'
      ? asset.custodian
      : by === 'place'
        ? asset.currentLocation
        : by === 'category'
          ? asset.category
          : by === 'batch'
            ? asset.batch
            : asset.currentStatus) ?? 'unknown';
  const role = conditionsOf(query, 'role')[0]?.value;
  const people = role === undefined ? undefined : await turn.run('list_participants', { role, limit: 1000 });
  if (people !== undefined && !people.ok) return refusedBy(people);
  const names = people === undefined ? undefined : new Set(people.value.map(({ username }) => username));
  for (const asset of found.assets)
    if (names?.has(valueIn(asset)) !== false) counts.set(valueIn(asset), (counts.get(valueIn(asset)) ?? 0) + 1);
  const facets = [...counts]
    .map(([value, count]) => ({ value, count, atLeast: false }))
    .toSorted((a, b) => b.count - a.count);
  return sayGroups(query, by, facets, spokenFilters(query, username));
}
