const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** Capitalized words that state nothing about the ledger. */
const NEUTRAL = new Set(
  'i utc am pm cairn api url csv json pdf id ids ledger blockchain monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
);
const COMPOUNDS =
  /^(?:built-in|look-up|look-ups|sign-in|in-transit|up-to-date|read-only|two-step|re-read|so-called|e-mail|cold-chain|supply-chain|by-product)$/;
const FOUND_MAX = 10;

/**
 * Returns the numbers, ids and names of a reply that no look-up returned. A name may also come from the question. Numbers compare
 * by value, and an instant stands for the parts of its date and time.
 */
export function withoutSource(reply: string, outputs: readonly unknown[], question: string): string[] {
  const source = JSON.stringify(outputs) ?? '';
  const numbers = numbersIn(source);
  const months = Array.from(source.matchAll(/\d{4}-(\d\d)-\d\d/g), ([, month]) => MONTHS[Number(month) - 1] ?? '');
  const words = new Set(`${source} ${question}`.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []);
  const parts = new Set([...words].flatMap((word) => word.split(/[-_]/)));
  const strangeNumbers = (reply.match(/(?<![\p{L}\p{N}_-])\d[\d,]*(?:\.\d+)?(?![\p{L}\p{N}_-])/gu) ?? []).filter(
    (number) => !numbers.has(valueIn(number)),
  );
  const named = [...idsIn(reply), ...usernamesIn(reply), ...namesIn(reply)];
  const strangeNames = named.filter((name) => {
    const word = name.toLowerCase();
    return (
      !NEUTRAL.has(word) &&
      !words.has(word) &&
      !parts.has(word) &&
      !months.some((month) => month === word || month.slice(0, 3) === word)
    );
  });
  return [...new Set([...strangeNumbers, ...strangeNames])].slice(0, FOUND_MAX);
}

const valueIn = (number: string) => Number(number.replaceAll(',', ''));

/** Every number of a text, and the parts of every date and time. */
function numbersIn(text: string): ReadonlySet<number> {
  const found = new Set((text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map(valueIn));
  for (const [, year, month, day, hour, minute] of text.matchAll(/(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/g)) {
    for (const part of [year, month, day, hour, minute]) if (part !== undefined) found.add(Number(part));
    if (hour !== undefined) found.add(Number(hour) % 12 || 12);
  }
  return found;
}

/** Words with a digit beside letters or hyphens. */
const idsIn = (reply: string) =>
  (
    reply.match(/(?<![\p{L}\p{N}_-])(?=[\p{L}\p{N}_-]*\d)(?=[\p{L}\p{N}_-]*[\p{L}_-])[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ??
    []
  ).filter((word) => !/^\d+(?:st|nd|rd|th)$/.test(word));

/** Words joined by hyphens, as usernames are, apart from English compounds of the reply's own. */
const usernamesIn = (reply: string) =>
  (reply.match(/(?<![\p{L}\p{N}_-])\p{Ll}+-\p{Ll}+(?![\p{L}\p{N}_-])/gu) ?? []).filter((word) => !COMPOUNDS.test(word));

/** Capitalized words that do not begin a sentence. */
const namesIn = (reply: string) => reply.match(/(?<=[\p{Ll}\p{N},;:)] )\p{Lu}[\p{L}\p{N}_-]+/gu) ?? [];
