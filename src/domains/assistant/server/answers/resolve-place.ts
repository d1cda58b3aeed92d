import { conditionsOf, NONE } from '#domains/assistant/contract.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import { hasWords, plain } from './assets/find-asset.ts';
import { type Draft, refusedBy, type Turn } from './turn.ts';

/**
 * Checks that the ledger contains the places of a question. A misspelled place is replaced by the only similar
 * location. An unknown place is reported, so that nothing is counted at a place that does not exist.
 */
export async function resolvePlaces(turn: Turn): Promise<{ turn: Turn; note: string } | { instead: Draft }> {
  let where = [...turn.query.where];
  let note = '';
  for (const place of conditionsOf(turn.query, 'place')) {
    if (place.value === NONE) continue;
    const known = await turn.run('summarize_events', { location: place.value, limit: 1 });
    if (!known.ok) return { instead: refusedBy(known) };
    const spelled = asSpelled(known.value.locations[0]?.value, place.value);
    if (known.value.total > 0) {
      where = where.map((condition) => (condition === place ? { ...condition, value: spelled } : condition));
      continue;
    }
    const whole = await placeWithWords(turn, place.value);
    if (whole !== undefined) {
      where = where.map((condition) => (condition === place ? { ...condition, value: whole } : condition));
      continue;
    }
    const alike = await turn.run('suggest_assets', { text: place.value, similar: true });
    const [nearest, second] = alike.ok
      ? alike.value.similar.map((text) => wordAlike(text, place.value)).filter((text) => text !== undefined)
      : [];
    if (nearest === undefined || (second !== undefined && second !== nearest))
      return {
        instead: {
          reply: `No event was recorded at “${place.value}”, so I don't know that place. Check its spelling.`,
          outcome: 'unknown',
          suggestions: [nearest, second]
            .filter((text) => text !== undefined)
            .map((text) => turn.message.replace(place.value, text)),
        },
      };
    note = ` I read “${place.value}” as ${nearest}.`;
    where = where.map((condition) => (condition === place ? { ...condition, value: nearest } : condition));
  }
  return { turn: { ...turn, query: { ...turn.query, where } }, note };
}

/** Returns the part of a location that differs from the written text only by accents. */
function asSpelled(location: string | undefined, written: string): string {
  const at = location === undefined ? -1 : plain(location).indexOf(plain(written));
  return location === undefined || at < 0 || plain(location).length !== location.length
    ? written
    : location.slice(at, at + written.length);
}

/** "Frankfurt cold store" is the only location that has these words, Frankfurt Airport cold store. */
async function placeWithWords(turn: Turn, written: string): Promise<string | undefined> {
  const [longest, ...others] = (written.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (longest === undefined || others.length === 0) return undefined;
  const read = await turn.run('summarize_events', { location: longest, limit: 1 });
  const fitting = read.ok ? read.value.locations.filter(({ value }) => hasWords(value, written)) : [];
  return fitting.length === 1 ? fitting[0]?.value : undefined;
}

/** Returns the words of a location that are spelled similarly to the written text, or undefined. */
function wordAlike(text: string, written: string): string | undefined {
  const words = text.split(/,?\s+/);
  const count = written.split(/\s+/).length;
  const limit = written.length >= 8 ? 2 : 1;
  for (let at = 0; at + count <= words.length; at++) {
    const phrase = words.slice(at, at + count).join(' ');
    if (spellingDistance(phrase.toLowerCase(), written.toLowerCase(), limit) <= limit) return phrase;
  }
  return undefined;
}

/** A location ends with its country, unless it names only a site. */
export const countryOf = (location = ''): string | undefined => /, ([^,]+)$/.exec(location)?.[1];
