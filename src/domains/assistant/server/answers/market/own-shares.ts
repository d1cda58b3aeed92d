import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import type { ShareOrder } from '#domains/market/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { dollars } from '../billing/about-plans.ts';
import {
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  signInFirst,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from '../turn.ts';

const citations = [citeScreen('Share market', '/nft')];
const PAGES_MAX = 5;

/** Answers about the caller's cash, shares, orders and income. */
export async function answerOwnShares(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (turn.username === undefined) return signInFirst;
  if (query.field === 'orders') return answerOrders(turn);
  // Held amounts are held for open orders.
  const open = query.field === 'held' && valueIn(query, 'stage') === 'open' ? (['stage'] as const) : [];
  const refused = unsupported(query, ['mine', 'property', 'it', ...open], 'your shares');
  if (refused !== undefined) return refused;
  if (query.field === 'income') return answerOwnIncome(turn);
  if (/\b(?:sold|sell|bought|buy)\b/i.test(turn.message))
    return {
      reply: 'I can tell which shares you have and which orders you made. Ask for your orders.',
      outcome: 'clarify',
    };
  const read = await turn.run('read_portfolio');
  if (!read.ok) return refusedBy(read);
  const { cash } = read.value;
  const id = valueIn(query, 'property');
  const holdings = read.value.holdings.filter(({ propertyId }) => id === undefined || propertyId === id);
  const shares = holdings.reduce((all, one) => all + one.shares, 0);
  const sold = holdings.filter(({ value }) => value !== null);
  const value = sold.reduce((cents, one) => cents + Math.round((one.value ?? 0) * 100), 0);
  const of =
    id === undefined
      ? counted(holdings.length, 'property', 'properties')
      : holdings[0] === undefined
        ? id
        : `${id} (${holdings[0].address})`;
  const worth = `${dollars(value / 100)} at their last prices${sold.length < holdings.length ? `, without ${counted(holdings.length - sold.length, 'property', 'properties')} of which no share was ever sold` : ''}`;
  const asksWorth = /\bworth\b|\bvalue\b/i.test(turn.message);
  const ranked = holdings.toSorted((a, b) => b.shares - a.shares);
  const [first] = query.ask === 'least' ? ranked.toReversed() : ranked;
  const reply =
    query.field === 'cash'
      ? `You have ${dollars(cash.free)} of free cash, and ${dollars(cash.held)} held for open purchases.`
      : query.field === 'held'
        ? `${dollars(cash.held)} of your cash is held for open purchases, and ${dollars(cash.free)} is free.`
        : asksWorth
          ? `Your ${counted(shares, 'share')} of ${of} are worth ${worth}.`
          : (query.ask === 'most' || query.ask === 'least') && first !== undefined
            ? `Of ${first.propertyId} (${first.address}) you have the ${query.ask === 'most' ? 'most' : 'fewest'} shares: ${total(first.shares)}.`
            : `${query.ask === 'whether' ? (shares > 0 ? 'Yes, you' : 'No, you') : 'You'} have ${counted(shares, 'share')} of ${of}${shares > 0 ? `, worth ${worth}` : ''}.`;
  return {
    reply,
    citations,
    blocks: holdings.length === 0 || query.field === 'cash' || query.field === 'held' ? [] : [holdingsTable(holdings)],
    ...(id === undefined ? {} : { context: { property: id } }),
  };
}

const holdingsTable = (
  holdings: readonly {
    propertyId: string;
    address: string;
    shares: number;
    percentage: number;
    value: number | null;
  }[],
) =>
  table(
    'Your shares',
    ['Property', 'Address', 'Shares', 'Part', 'Value'],
    holdings.map(({ propertyId, address, shares, percentage, value }) => [
      { text: propertyId },
      { text: address },
      { text: total(shares) },
      { text: `${percentage} %` },
      { text: value === null ? 'never sold' : dollars(value) },
    ]),
  );

async function answerOrders(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['mine', 'property', 'side', 'stage', 'it'], 'your orders');
  if (refused !== undefined) return refused;
  const [asked] = conditionsOf(query, 'stage');
  if (asked?.not === true && asked.value !== 'closed' && asked.value !== 'open')
    return { reply: 'I can list open or closed orders. Ask without “not”.', outcome: 'clarify' };
  const opposite = asked?.value === 'open' ? 'closed' : 'open';
  const stage = asked?.not === true ? opposite : asked?.value;
  const id = valueIn(query, 'property');
  const side =
    valueIn(query, 'side') ??
    /\b(buy|sell|purchase|sale)(?:ing)?\b/i
      .exec(turn.message)?.[1]
      ?.toLowerCase()
      .replace('purchase', 'buy')
      .replace('sale', 'sell');
  const orders: ShareOrder[] = [];
  let all = 0;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const read = await turn.run('list_share_orders', {
      limit: 100,
      page,
      ...(stage === undefined ? {} : { status: stage }),
      ...(id === undefined ? {} : { propertyId: id }),
    });
    if (!read.ok) return refusedBy(read);
    all = read.value.pagination.total;
    orders.push(...read.value.orders);
    if (page >= read.value.pagination.totalPages) break;
  }
  if (orders.length < all)
    return { reply: `You have ${counted(all, 'order')}, more than I can read. Name a property.`, outcome: 'clarify' };
  const chosen = orders.filter(({ type }) => side === undefined || type === side);
  const open = chosen.filter(({ status }) => status === 'open');
  const kind = [asked?.not === true ? `${stage} (not ${asked.value})` : stage, side].filter(Boolean).join(' ');
  const shown = query.order === 'newest' ? chosen.slice(0, query.limit ?? 1) : chosen;
  const [last] = chosen;
  const lead = `You have ${chosen.length} ${kind === '' ? '' : `${kind} `}${chosen.length === 1 ? 'order' : 'orders'}${id === undefined ? '' : ` for ${id}`}`;
  const spoken = (one: ShareOrder) =>
    `${one.type} ${counted(one.shareAmount, 'share')} of ${one.propertyId} at ${dollars(one.pricePerShare)}, ${one.status}`;
  return {
    reply:
      query.order === 'newest' && last !== undefined
        ? `Your last ${kind === '' ? '' : `${kind} `}order, of ${spokenTime(last.placedAt)}: ${spoken(last)}.`
        : `${query.ask === 'whether' ? (chosen.length > 0 ? 'Yes. ' : 'No. ') : ''}${lead}${stage === undefined && chosen.length > 0 ? `, ${open.length} of them open` : ''}.`,
    citations,
    blocks:
      shown.length === 0
        ? []
        : [
            table(
              'Your orders',
              ['Placed', 'Side', 'Property', 'Shares', 'Price', 'Status'],
              shown
                .slice(0, 50)
                .map((one) => [
                  { text: spokenTime(one.placedAt) },
                  { text: one.type },
                  { text: one.propertyId },
                  { text: total(one.shareAmount) },
                  { text: dollars(one.pricePerShare) },
                  { text: one.status },
                ]),
              shown.length,
            ),
          ],
  };
}

async function answerOwnIncome(turn: Turn): Promise<Draft> {
  const read = await turn.run('list_own_income', { limit: 100 });
  if (!read.ok) return refusedBy(read);
  const id = conditionsOf(turn.query, 'property')[0]?.value;
  const income = read.value.income.filter(({ propertyId }) => id === undefined || propertyId === id);
  const cents = income.reduce((sum, one) => sum + Math.round(one.yours * 100), 0);
  const complete = read.value.pagination.total <= read.value.income.length;
  return {
    reply: `You got ${complete ? '' : 'at least '}${dollars(cents / 100)} of income from ${counted(income.length, 'distribution')}${id === undefined ? '' : ` of ${id}`}, and can claim ${dollars(read.value.toClaim)} now.${income[0] === undefined ? '' : ` The last is ${dollars(income[0].yours)} of ${listed([income[0].propertyId])}.`}`,
    citations,
    blocks:
      income.length === 0
        ? []
        : [
            table(
              'Your income',
              ['Declared', 'Property', 'Yours', 'Note'],
              income.map((one) => [
                { text: spokenTime(one.declaredAt) },
                { text: one.propertyId },
                { text: dollars(one.yours) },
                { text: one.note },
              ]),
              read.value.pagination.total,
            ),
          ],
  };
}
