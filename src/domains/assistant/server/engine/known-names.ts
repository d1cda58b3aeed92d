import MiniSearch from 'minisearch';
import { present } from '#platform/contract/present.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import { isKnownWord } from './lexicon.ts';
import { fold } from './normalise.ts';

/** Finds the names of participants in questions. */
export type KnownNames = {
  /**
   * Returns the participants that a normalized text names, in order, and the text with `<participant>` in their place.
   */
  find(text: string): { usernames: string[]; text: string };
};

type Named = { readonly username: string; readonly displayName?: string | undefined };

const FUZZY_WORDS_MAX = 60;

/** Matches names as written, with spaces for dashes, and with one or two typos in longer names. */
export function createKnownNames(participants: readonly Named[]): KnownNames {
  const names = participants.flatMap(({ username, displayName }) =>
    [username, displayName].flatMap((name) => (name === undefined ? [] : [{ username, name: spaced(fold(name)) }])),
  );
  const byName = new Map(names.map(({ username, name }) => [name, username]));
  const longest = Math.max(1, ...names.map(({ name }) => name.split(' ').length));
  const index = new MiniSearch<{ id: number; name: string }>({ fields: ['name'], storeFields: ['name'] });
  index.addAll([...byName.keys()].map((name, id) => ({ id, name })));

  function resolve(phrase: string): string | undefined {
    const exact = byName.get(phrase);
    if (exact !== undefined) return exact;
    if (phrase.length < 6 || phrase.split(' ').every(isKnownWord)) return undefined;
    const limit = phrase.length >= 10 ? 2 : 1;
    const near = index
      .search(phrase, { fuzzy: 0.25, combineWith: 'AND' })
      .slice(0, 8)
      .find(({ name }) => spellingDistance(phrase, String(name), limit) <= limit);
    return near === undefined ? undefined : byName.get(String(near.name));
  }

  return {
    find(text) {
      const words = [...text.matchAll(/[\p{L}\p{N}_'-]+/gu)].slice(0, FUZZY_WORDS_MAX);
      const usernames: string[] = [];
      let marked = '';
      let end = 0;
      for (let at = 0; at < words.length; at++) {
        for (let count = Math.min(longest, words.length - at); count > 0; count--) {
          const first = present(words[at], 'the loop stays within the words').index;
          const last = present(words[at + count - 1], 'the count stays within the words');
          const stop = last.index + last[0].length;
          const username = resolve(spaced(text.slice(first, stop).replaceAll(/'s\b|[?!,.]/g, '')));
          if (username === undefined) continue;
          usernames.push(username);
          marked += `${text.slice(end, first)}<participant>`;
          end = stop;
          at += count - 1;
          break;
        }
      }
      return { usernames: [...new Set(usernames)], text: marked + text.slice(end) };
    },
  };
}

const spaced = (name: string) => name.replaceAll(/[-_\s]+/g, ' ').trim();
