import { counted } from '#platform/contract/counted.ts';
import { assetLink, citeScreen, type Draft, refusedBy, type Turn } from './turn.ts';

const ROWS = 10;

/** Finds assets by what the question names: category, status, batch, location, or a word of their names. */
export async function answerSearch(turn: Turn): Promise<Draft> {
  const { category, status, batch, place, count } = turn.entities;
  const search =
    place ?? (turn.unexplained.length > 0 && turn.unexplained.length < 4 ? turn.unexplained.join(' ') : undefined);
  const filters = given({ category, status, batch, search });
  const found = await turn.run('search_assets', { ...filters, limit: Math.min(count ?? ROWS, 100) });
  if (!found.ok) return refusedBy(found);
  const { assets, pagination } = found.value;
  const words = describeFilters(filters);
  const total = `${counted(pagination.total, 'asset')}${pagination.totalIsEstimate ? ' (an estimate)' : ''}`;
  const href = `/assets?${new URLSearchParams(filters)}`.replace(/\?$/, '');
  if (assets.length === 0)
    return {
      reply: `No assets found${words}.`,
      citations: [citeScreen('Assets', href)],
      suggestions: ['How many assets does each category have?', 'Show the latest events'],
    };
  return {
    reply: `There ${pagination.total === 1 ? 'is' : 'are'} ${total}${words}.${pagination.total > assets.length ? ` These are the newest ${assets.length}.` : ''}`,
    citations: [citeScreen('See them in Assets', href)],
    blocks: [
      {
        kind: 'table',
        title: 'Assets',
        columns: ['Asset', 'Name', 'Status', 'Category', 'Location'],
        rows: assets.map((asset) => [
          { text: asset.assetId, href: assetLink(asset.assetId) },
          { text: asset.name },
          { text: asset.currentStatus },
          { text: asset.category ?? 'N/A' },
          { text: asset.currentLocation ?? 'Unknown' },
        ]),
        more: Math.max(0, pagination.total - assets.length),
      },
    ],
    suggestions: assets.slice(0, 2).map(({ assetId }) => `Where is ${assetId}?`),
  };
}

/** Counts assets by category and by status. */
export async function answerCounts(turn: Turn): Promise<Draft> {
  const counted = await turn.run('count_assets');
  if (!counted.ok) return refusedBy(counted);
  const { categories, statuses } = counted.value;
  const bars = (title: string, facets: typeof categories) => ({
    kind: 'bars' as const,
    title,
    bars: facets.slice(0, 20).map(({ value, count }) => ({ label: value, value: count })),
  });
  const say = (facets: typeof categories) =>
    facets
      .map(({ value, count, atLeast }) => `${atLeast ? 'at least ' : ''}${count.toLocaleString('en-US')} ${value}`)
      .join(', ');
  return {
    reply: `By category: ${say(categories)}. By status: ${say(statuses)}.`,
    citations: [citeScreen('Assets', '/assets')],
    blocks: [bars('Assets by category', categories), bars('Assets by status', statuses)],
    suggestions: categories.slice(0, 2).map(({ value }) => `Show ${value} assets in transit`),
  };
}

function describeFilters(filters: Record<string, string>): string {
  const { category, status, batch, search } = filters;
  return [
    category && ` in category ${category}`,
    status && ` with status ${status}`,
    batch && ` in batch ${batch}`,
    search && ` with "${search}" in name, ID or location`,
  ]
    .filter(Boolean)
    .join('');
}

export function given<T>(fields: Record<string, T | undefined>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, T>;
}
