import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldsIn, isBoundOnly, wordOf } from './conclude-ask.ts';

/** Attributes of shares. Where a question names several that go together, the first of these is asked. */
const PRECEDENCE = [
  ...[
    'income',
    'royalty',
    'minimum',
    'issued',
    'issue',
    'public',
    'spread',
    'cap',
    'held',
    'cash',
    'orders',
    'book',
    'bid',
  ],
  ...['floor', 'last', 'available', 'volume', 'trades', 'holders', 'supply', 'price', 'portfolio'],
];

/** Questions about shares of properties, their market, and the caller's cash, shares and orders. */
export function aboutMarket(clause: Clause): Draft {
  const ask = askOf(clause);
  const stated = fieldsIn(clause, 'share').filter((field) => !isBoundOnly(clause, field));
  const sorted = [...new Set(stated)].toSorted((a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b));
  const [first] = sorted;
  // "On how many properties can shares be traded" counts properties.
  if (!isOne(clause) && clause.nouns[0] === 'property' && ask === 'count')
    return { ask, subject: 'share', field: 'properties' };
  const sold = sorted.includes('trades') && (sorted.includes('price') || wordOf(clause, /price/));
  const last = clause.order === 'newest' && (first === 'price' || sold);
  const cheapest = clause.order === 'least' && wordOf(clause, /^(?:cheapest|lowest)$/) && !sorted.includes('last');
  const dear = clause.order !== undefined && wordOf(clause, /valuable|expensive|priciest|dearest/);
  const costs = clause.asks.includes('how much') && !named(clause, 'mine');
  if (!isOne(clause) && first === 'floor' && clause.order === undefined && wordOf(clause, /cheapest|lowest/))
    return { ask: 'least', subject: 'share', field: 'floor' };
  if (first === undefined && (dear || costs)) return { ask, subject: 'share', field: 'price' };
  const field = last
    ? 'last'
    : sold
      ? 'last'
      : cheapest && (first === undefined || first === 'price' || first === 'available') && isOne(clause)
        ? 'floor'
        : first === 'holders' && clause.asks.includes('how much')
          ? 'portfolio'
          : first;
  return { ask: ask === 'least' && field === 'floor' && isOne(clause) ? 'how much' : ask, subject: 'share', field };
}

const isOne = (clause: Clause) => named(clause, 'property') || named(clause, 'address') || named(clause, 'it');
