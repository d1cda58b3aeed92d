import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldsIn, isBoundOnly, wordOf } from './conclude-ask.ts';

/** Attributes of shares. If a question names several related ones, it asks for the first of these. */
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
  // "How much income can I claim" asks about the caller's own.
  const asker = wordOf(clause, /\b(?:i|we)$/) && fieldsIn(clause, 'share').includes('income');
  if (asker && !named(clause, 'mine')) clause.where.push({ kind: 'mine', value: 'mine' });
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
  const costs = wordOf(clause, /^how (?:much|high)$/) && !named(clause, 'mine');
  if (
    !isOne(clause) &&
    first === 'floor' &&
    (clause.order === undefined || ask === 'where') &&
    wordOf(clause, /cheapest|lowest/)
  )
    return { ask: 'least', subject: 'share', field: 'floor' };
  const own = named(clause, 'mine');
  if (sorted.includes('price') && wordOf(clause, /^issued?$/) && clause.order !== 'newest')
    return { ask, subject: 'share', field: 'issue' };
  // "Can still be bought": what is on offer, and not what was traded.
  const may = clause.atoms.some((atom) => senseOf(atom, 'may') !== undefined);
  if (ask === 'count' && may && !own && wordOf(clause, /^(?:bought|purchased|acquired|had)$/))
    return { ask, subject: 'share', field: 'available' };
  const divided = clause.atoms.find(({ text }) => /^(?:divided|split|cut|broken)(?: into)?$/.test(text));
  if (ask === 'count' && divided !== undefined) {
    clause.used.add(divided);
    return { ask, subject: 'share', field: 'supply' };
  }
  // "How many people own shares": all holders, and not the caller's own.
  if (ask === 'count' && first === 'portfolio' && !own && wordOf(clause, /(?:^| )(?:people|persons?)$/))
    return { ask, subject: 'share', field: 'holders' };
  if (clause.order === 'least' && wordOf(clause, /^costs?$/) && !isOne(clause) && (first ?? 'price') === 'price')
    return { ask, subject: 'share', field: 'floor' };
  const issuedOn = wordOf(clause, /^(?:issued?|issuance|tokeni[sz]ed)$/) || (first === undefined && isOne(clause));
  if (ask === 'when' && issuedOn) return { ask, subject: 'share', field: 'issued' };
  // "Can anyone buy shares of it": whether they are public.
  const everybody = wordOf(clause, /^(?:anyone|anybody|everyone|everybody|people)$/);
  const opens =
    clause.atoms.some((atom) => senseOf(atom, 'may') !== undefined) || wordOf(clause, /^(?:open|free|public)$/);
  if (isOne(clause) && everybody && opens) return { ask: 'whether', subject: 'share', field: 'public' };
  // "The cheapest share right now" asks for a price, and only what is on offer can be bought.
  if (first === undefined && cheapest && !isOne(clause)) return { ask, subject: 'share', field: 'floor' };
  if (first === undefined && (dear || costs)) return { ask, subject: 'share', field: 'price' };
  const asksFloor =
    cheapest && (first === 'available' || (isOne(clause) && (first === undefined || first === 'price')));
  const field =
    last || sold
      ? 'last'
      : asksFloor
        ? 'floor'
        : first === 'holders' && clause.asks.includes('how much')
          ? 'portfolio'
          : first;
  return { ask: ask === 'least' && field === 'floor' && isOne(clause) ? 'how much' : ask, subject: 'share', field };
}

const isOne = (clause: Clause) => named(clause, 'property') || named(clause, 'address') || named(clause, 'it');
