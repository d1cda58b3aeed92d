import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import type { ToolRunner } from '../../tools/run-tool.ts';
import { searchable } from '../searchable.ts';
import { citeAsset, type Draft, refusedBy, type Turn } from '../turn.ts';

const CHOICES_MAX = 5;

export type FoundAsset = { readonly assetId: string } | { readonly instead: Draft };

/**
 * Finds the one asset that a question is about, by its id or by a name that only one asset has. Otherwise returns an
 * answer that asks back: it lists similar ids, assets that share the name, or requests the missing asset.
 */
export async function findAsset(turn: Turn): Promise<FoundAsset> {
  const [written] = conditionsOf(turn.query, 'asset');
  if (written !== undefined) return findById(turn, written.value);
  const names = conditionsOf(turn.query, 'text').map(({ value }) => value);
  if (names.length > 0) return findByName(turn, names.join(' '));
  return {
    instead: {
      reply: 'Which asset do you mean? Give me its ID or part of its name.',
      outcome: 'clarify',
      context: { ...turn.context, query: turn.query, waitingFor: { intent: 'query', need: 'asset' } },
    },
  };
}

/** Returns the ID of the asset that a text names, as the ledger writes it, or undefined. */
export async function findWritten(run: ToolRunner, written: string): Promise<string | undefined> {
  for (const text of spellingsOf(written)) {
    const suggested = await run('suggest_assets', { text });
    const first = suggested.ok ? suggested.value.assets[0] : undefined;
    if (first !== undefined) return first.assetId;
  }
  return undefined;
}

async function findById(turn: Turn, written: string): Promise<FoundAsset> {
  for (const text of spellingsOf(written)) {
    const suggested = await turn.run('suggest_assets', { text });
    if (!suggested.ok) return { instead: refusedBy(suggested) };
    const [first] = suggested.value.assets;
    if (first !== undefined) return { assetId: first.assetId };
  }
  return { instead: await offerAlike(turn, written) };
}

/** `KVC-2026-7` may be KVC-2026-007 or KVC-2026-07. */
function spellingsOf(written: string): string[] {
  const dated = /^(.*-20\d\d-)(\d{1,3})$/.exec(written);
  if (dated === null) return [written];
  const [, prefix = '', number = ''] = dated;
  return [...new Set([written, ...[3, 2].map((width) => `${prefix}${String(Number(number)).padStart(width, '0')}`)])];
}

async function findByName(turn: Turn, name: string): Promise<FoundAsset> {
  const found = await turn.run('search_assets', { search: searchable(name.slice(0, 200)), limit: 100 });
  if (!found.ok) return { instead: refusedBy(found) };
  const byName = found.value.assets.filter((asset) => hasWords(`${asset.name} ${asset.assetId}`, name));
  const [only] = byName;
  if (only !== undefined && byName.length === 1) return { assetId: only.assetId };
  // An ID without digits reads as words, and the first hundred hits may lack it.
  const byId = only === undefined ? await findWritten(turn.run, name.trim().replaceAll(/\s+/g, '-')) : undefined;
  if (byId !== undefined) return { assetId: byId };
  if (only === undefined)
    return {
      instead: {
        reply: `I found no asset with “${name}” in its name or ID. Check the spelling, or give me its ID.`,
        outcome: 'unknown',
      },
    };
  return {
    instead: {
      reply: `“${name}” matches ${counted(byName.length, 'asset')}. Which one do you mean?`,
      outcome: 'clarify',
      citations: byName.slice(0, CHOICES_MAX).map(({ assetId }) => citeAsset(assetId)),
      suggestions: byName.slice(0, CHOICES_MAX).map(({ assetId }) => assetId),
      context: { ...turn.context, query: turn.query, waitingFor: { intent: 'query', need: 'asset' } },
    },
  };
}

/** Normalizes case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();

/** Reports whether a text has every word of a name, as a word or in the plural. */
export function hasWords(text: string, name: string): boolean {
  const words = new Set(plain(text).match(/[\p{L}\p{N}]+/gu) ?? []);
  const wanted = plain(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return (
    wanted.length > 0 &&
    wanted.every((word) => singularsOf(word).some((one) => words.has(one)) || words.has(`${word}s`))
  );
}

const singularsOf = (word: string) => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/ves$/, 'f'),
  word.replace(/ves$/, 'fe'),
];

/** Offers ids with the same prefix and at most two typos as choices. Never substitutes them. */
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
    context: { ...turn.context, query: turn.query, waitingFor: { intent: 'query', need: 'asset' } },
  };
}
