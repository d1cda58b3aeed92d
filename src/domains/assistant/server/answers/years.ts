import { conditionsOf, type Query } from '#domains/assistant/contract.ts';

/** The maximum number of years that an answer lists individually. */
const YEARS_MAX = 6;

/** Returns the years that a query names, in order, or undefined for more than an answer lists. */
export function yearsIn(query: Query): readonly string[] | undefined {
  const named = conditionsOf(query, 'year').map(({ value }) => Number(value));
  const spanned = conditionsOf(query, 'period').flatMap(({ from, to }) => {
    const [first, last] = [Number(from?.slice(0, 4)), Number(to?.slice(0, 4))];
    return Array.from({ length: Math.max(0, Math.min(last - first, YEARS_MAX) + 1) }, (_, n) => first + n);
  });
  const years = [...new Set([...named, ...spanned])].toSorted((a, b) => a - b);
  return years.length > YEARS_MAX ? undefined : years.map(String);
}
