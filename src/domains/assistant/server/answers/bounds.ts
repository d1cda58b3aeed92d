import { conditionsOf, type Query } from '#domains/assistant/contract.ts';

/** Reports whether a count fulfills the bounds of a query, such as `> 100`. */
export const withinBounds = (query: Query, count: number): boolean => fulfills(query, 'number', count);

/** Reports whether a total is as large as a yes-or-no question supposes; without a bound, whether there is any. */
export const isEnough = (query: Query, total: number): boolean =>
  conditionsOf(query, 'amount').length === 0 ? total > 0 : fulfills(query, 'amount', total);

const fulfills = (query: Query, kind: 'number' | 'amount', count: number): boolean =>
  conditionsOf(query, kind).every(({ value }) => {
    const [sign, text] = value.split(' ');
    const bound = Number(text);
    switch (sign) {
      case '>':
        return count > bound;
      case '>=':
        return count >= bound;
      case '<':
        return count < bound;
      case '<=':
        return count <= bound;
      default:
        return count === bound;
    }
  });

const SIGNS: Readonly<Record<string, string>> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'fewer than',
  '<=': 'at most',
  '=': 'exactly',
};

/** Phrases the bounds of a query: ` with more than 100 events`. */
export const spokenBounds = (query: Query, counted: string): string =>
  conditionsOf(query, 'number')
    .map(({ value }) => {
      const [sign = '', bound = ''] = value.split(' ');
      return ` with ${SIGNS[sign] ?? 'exactly'} ${bound} ${counted}${bound === '1' ? '' : 's'}`;
    })
    .join('');
