import { counted } from '#platform/contract/counted.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import type { Intent } from '../engine/grammar.ts';
import { citeAsset, type Draft, refusedBy, type Turn } from './turn.ts';

const CHOICES_MAX = 5;

/**
 * Finds the one asset that a question is about, by its id or by a name that only one asset has. Otherwise returns an
 * answer that asks: it lists ids that are spelled alike, assets that share the name, or requests the missing asset.
 */
export async function findAsset(turn: Turn, intent: Intent): Promise<{ assetId: string } | { instead: Draft }> {
  const { assets } = turn.entities;
  const [asWritten] = assets;
  if (asWritten === undefined) return findByName(turn, intent);
  for (const text of assets.slice(0, 3)) {
    const suggested = await turn.run('suggest_assets', { text });
    if (!suggested.ok) return { instead: refusedBy(suggested) };
    const [first] = suggested.value.assets;
    if (first !== undefined) return { assetId: first.assetId };
  }
  return { instead: await offerAlike(turn, asWritten) };
}

async function findByName(turn: Turn, intent: Intent): Promise<{ assetId: string } | { instead: Draft }> {
  const name = turn.unexplained.slice(0, 6).join(' ') || turn.entities.place;
  if (name === undefined)
    return {
      instead: {
        reply: 'Which asset do you mean? Give me its ID or part of its name.',
        outcome: 'clarify',
        context: { ...turn.context, waitingFor: { intent, need: 'asset' } },
      },
    };
  const found = await turn.run('search_assets', { search: name, limit: CHOICES_MAX });
  if (!found.ok) return { instead: refusedBy(found) };
  const { assets, pagination } = found.value;
  const [only] = assets;
  if (only !== undefined && pagination.total === 1) return { assetId: only.assetId };
  if (only === undefined)
    return {
      instead: {
        reply: `I found no asset with "${name}" in its name, ID or location. Check the spelling, or give me its ID.`,
        outcome: 'unknown',
      },
    };
  return {
    instead: {
      reply: `"${name}" matches ${counted(pagination.total, 'asset')}. Which one do you mean?`,
      outcome: 'clarify',
      citations: assets.map(({ assetId }) => citeAsset(assetId)),
      suggestions: assets.map(({ assetId }) => assetId),
      context: { waitingFor: { intent, need: 'asset' } },
    },
  };
}

/** Offers ids with the same prefix and at most two typos. They are offered as choices, never substituted. */
async function offerAlike(turn: Turn, written: string): Promise<Draft> {
  const missing = `I found no asset ${written}.`;
  const prefix = /^[a-z]{2,}/i.exec(written)?.[0];
  const nearby = prefix === undefined ? undefined : await turn.run('search_assets', { search: prefix, limit: 100 });
  const alike = (nearby?.ok ? nearby.value.assets : [])
    .map(({ assetId }) => ({ assetId, apart: spellingDistance(assetId.toLowerCase(), written.toLowerCase(), 2) }))
    .filter(({ apart }) => apart <= 2)
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, CHOICES_MAX);
  if (alike.length === 0)
    return {
      reply: `${missing} Search the assets by name or location to find its ID.`,
      outcome: 'unknown',
      suggestions: ['Show all assets'],
    };
  return {
    reply: `${missing} Did you mean one of these?`,
    outcome: 'clarify',
    citations: alike.map(({ assetId }) => citeAsset(assetId)),
    suggestions: alike.map(({ assetId }) => `Where is ${assetId}?`),
  };
}
