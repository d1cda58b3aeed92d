import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import type { readOrderBook, SharedProperty } from '#domains/market/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { dollars } from '../billing/about-plans.ts';
import {
  citeScreen,
  type Draft,
  refusedBy,
  spokenPeriod,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from '../turn.ts';
import { capOf, sharesTable } from './rank-shares.ts';

type Book = ResponseIn<typeof readOrderBook>;
const DAY = 86_400_000;
const citations = [citeScreen('Share market', '/nft')];
const HOLDERS_MAX = 100;

/** Answers about the shares of one property. */
export async function answerSharesOf(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['property', 'period', 'side', 'type'], 'the shares of a property');
  if (refused !== undefined) return refused;
  const id = valueIn(query, 'property') ?? '';
  const read = await turn.run('list_shared_properties', { search: id, limit: 100 });
  if (!read.ok) return refusedBy(read);
  const shared = read.value.properties.find(({ propertyId }) => propertyId === id);
  if (shared === undefined) return notIssued(turn, id);
  const book = await turn.run('read_order_book', { propertyId: id });
  if (!book.ok) return refusedBy(book);
  if (query.field === 'income') return answerIncome(turn, shared);
  const period = conditionsOf(query, 'period')[0];
  if (period !== undefined && !['trades', 'volume', 'last', undefined].includes(query.field))
    return { reply: `I know that of ${id} only as it is now. Ask without “${period.value}”.`, outcome: 'clarify' };
  return {
    reply: say(turn, shared, book.value),
    citations,
    blocks: blocksOf(turn, shared, book.value),
    context: { property: id },
  };
}

async function notIssued(turn: Turn, id: string): Promise<Draft> {
  const property = await turn.run('read_property', { id });
  if (!property.ok)
    return property.status === 404 ? { reply: `There is no property ${id}.`, outcome: 'unknown' } : refusedBy(property);
  const { address } = property.value;
  return {
    reply: `No shares of ${id} (${address}) were issued.`,
    context: { property: id },
    citations,
  };
}

function say(turn: Turn, shared: SharedProperty, book: Book): string {
  const { query } = turn;
  const { propertyId, address, nftMetadata, issue, currentOwnership } = shared;
  const what = `${propertyId} (${address})`;
  const { floorPrice, lastSalePrice, availableShares, totalSupply } = nftMetadata;
  const [lastTrade] = book.trades;
  const [bid] = book.bids;
  const cap = capOf(shared);
  const many =
    query.limit !== undefined && query.limit > 1 && lastSalePrice !== null
      ? ` ${counted(query.limit, 'share')} at the last price are ${dollars((Math.round(lastSalePrice * 100) * query.limit) / 100)}.`
      : '';
  switch (query.field) {
    case 'floor':
      return floorPrice === null
        ? `No shares of ${what} are offered.`
        : `The cheapest share of ${what} on offer costs ${dollars(floorPrice)}. ${counted(availableShares, 'share')} are for sale.`;
    case 'last':
      return lastSalePrice === null
        ? `No share of ${what} was ever sold.`
        : `The last price of a share of ${what} is ${dollars(lastSalePrice)}${lastTrade === undefined ? '' : `, of ${spokenTime(lastTrade.at)}`}.`;
    case 'available':
      return availableShares === 0
        ? `No shares of ${what} are for sale.`
        : `${query.ask === 'whether' ? 'Yes, ' : ''}${counted(availableShares, 'share')} of ${what} are for sale${floorPrice === null ? '' : `, from ${dollars(floorPrice)}`}.`;
    case 'supply':
      return `There are ${counted(totalSupply, 'share')} of ${what}.`;
    case 'cap':
      return cap === null
        ? `No share of ${what} was ever sold, so it has no market capitalization. All ${counted(totalSupply, 'share')} at the issue price are ${dollars((Math.round(issue.sharePrice * 100) * totalSupply) / 100)}.`
        : `The market capitalization of ${what} is ${dollars(cap / 100)}: ${counted(totalSupply, 'share')} at the last price of ${dollars(lastSalePrice ?? 0)}.`;
    case 'holders':
      return `${currentOwnership.length === HOLDERS_MAX ? 'At least ' : ''}${counted(currentOwnership.length, 'address', 'addresses')} ${currentOwnership.length === 1 ? 'holds' : 'hold'} shares of ${what}. Who they are is not public.`;
    case 'royalty':
      return `The royalty on shares of ${what} is ${issue.royaltyPercentage} % of each later sale, for the issuer.`;
    case 'issue':
      return `The issue price of a share of ${what} was ${dollars(issue.sharePrice)}.`;
    case 'issued':
      return `Shares of ${what} were issued on ${spokenTime(issue.issuedAt)}, ${counted(totalSupply, 'share')} at ${dollars(issue.sharePrice)}.`;
    case 'minimum':
      return `The minimum purchase of shares of ${what} is ${counted(issue.minimumPurchase, 'share')}.`;
    case 'public':
      return `${issue.allowPublicTrading ? 'Yes, everybody' : 'No, only accounts that the issuer allows'} may buy shares of ${what}.`;
    case 'bid':
      return bid === undefined
        ? `Nobody bids for shares of ${what}.`
        : `The best bid for a share of ${what} is ${dollars(bid.pricePerShare)}, for ${counted(bid.shares, 'share')}.`;
    case 'spread':
      return book.spread === null
        ? `There is no spread for ${what}: ${bid !== undefined && book.asks[0] !== undefined ? 'its order book was altered' : 'one side of its order book is empty'}.`
        : `The spread of ${what} is ${dollars(book.spread)}, between the best bid of ${dollars(bid?.pricePerShare ?? 0)} and the best ask of ${dollars(book.asks[0]?.pricePerShare ?? 0)}.`;
    case 'book':
    case 'orders':
      return sayBook(what, book);
    case 'volume':
      return sayVolume(turn, what, book);
    case 'trades':
      return sayTrades(turn, what, book);
    case 'price':
      return lastSalePrice === null
        ? `No share of ${what} was ever sold${floorPrice === null ? '' : `; the cheapest on offer costs ${dollars(floorPrice)}`}. The issue price was ${dollars(issue.sharePrice)}.`
        : `The last price of a share of ${what} is ${dollars(lastSalePrice)}${floorPrice === null ? '; none is on offer' : `; the cheapest on offer costs ${dollars(floorPrice)}`}.${many}`;
    default:
      return query.ask === 'count' || query.ask === 'how much'
        ? `There are ${counted(totalSupply, 'share')} of ${what}.`
        : `${query.ask === 'whether' ? 'Yes: there' : 'There'} are ${counted(totalSupply, 'share')} of ${what}, ${total(availableShares)} of them for sale. ${lastSalePrice === null ? 'None was ever sold' : `The last price is ${dollars(lastSalePrice)}`}, and ${counted(currentOwnership.length, 'address', 'addresses')} hold them.`;
  }
}

function sayBook(what: string, { bids, asks }: Book): string {
  const best = (side: string, level: { pricePerShare: number; shares: number } | undefined) =>
    level === undefined
      ? `there is no ${side}`
      : `the best ${side} is ${dollars(level.pricePerShare)} for ${counted(level.shares, 'share')}`;
  return `In the order book of ${what}, ${best('bid', bids[0])}, and ${best('ask', asks[0])}.`;
}

/** Trades of the book within a period, or within 24 hours. */
function tradesWithin({ query, now }: Turn, { trades }: Book) {
  const [period] = conditionsOf(query, 'period');
  const fits = ({ at }: Book['trades'][number]) =>
    period === undefined
      ? Date.parse(at) > now - DAY
      : (period.from === undefined || at.slice(0, 10) >= period.from) &&
        (period.to === undefined || at.slice(0, 10) <= period.to);
  const found = trades.filter(fits);
  return {
    found,
    cut: found.length === trades.length && trades.length === 50,
    when: period === undefined ? 'within 24 hours' : spokenPeriod(query).trim(),
  };
}

function sayVolume(turn: Turn, what: string, book: Book): string {
  const { found, cut, when } = tradesWithin(turn, book);
  const shares = found.reduce((sum, one) => sum + one.shares, 0);
  const cents = found.reduce((sum, one) => sum + Math.round(one.pricePerShare * 100) * one.shares, 0);
  return `${cut ? 'At least ' : ''}${counted(shares, 'share')} of ${what} for ${dollars(cents / 100)} were traded ${when}.`;
}

function sayTrades(turn: Turn, what: string, book: Book): string {
  const [last] = book.trades;
  if (last === undefined) return `No share of ${what} was ever sold.`;
  if (turn.query.ask === 'count' || conditionsOf(turn.query, 'period').length > 0) {
    const { found, cut, when } = tradesWithin(turn, book);
    return `${cut ? 'At least ' : ''}${counted(found.length, 'trade')} of shares of ${what} ${found.length === 1 ? 'was' : 'were'} made ${when}.`;
  }
  const verdict = turn.query.ask === 'whether' ? 'Yes. ' : '';
  return `${verdict}The last trade of ${what} was ${counted(last.shares, 'share')} at ${dollars(last.pricePerShare)} on ${spokenTime(last.at)}.`;
}

function blocksOf({ query }: Turn, shared: SharedProperty, book: Book): NonNullable<Draft['blocks']> {
  const level = (side: string) => (one: Book['bids'][number]) => [
    { text: side },
    { text: dollars(one.pricePerShare) },
    { text: total(one.shares) },
  ];
  if (query.field === 'book' || query.field === 'orders')
    return [
      table(
        'Order book',
        ['Side', 'Price', 'Shares'],
        [...book.bids.slice(0, 10).map(level('bid')), ...book.asks.slice(0, 10).map(level('ask'))],
      ),
    ];
  if (query.field === 'trades')
    return [
      table(
        'Newest trades',
        ['Time', 'Shares', 'Price'],
        book.trades
          .slice(0, query.limit ?? 10)
          .map((one) => [
            { text: spokenTime(one.at) },
            { text: total(one.shares) },
            { text: dollars(one.pricePerShare) },
          ]),
        book.trades.length,
      ),
    ];
  return [sharesTable([shared])];
}

async function answerIncome(turn: Turn, { propertyId, address }: SharedProperty): Promise<Draft> {
  const read = await turn.run('list_income', { propertyId, limit: 100 });
  if (!read.ok) return refusedBy(read);
  const { income, pagination } = read.value;
  const [last] = income;
  const what = `${propertyId} (${address})`;
  if (last === undefined)
    return {
      reply: `No income was distributed to the holders of shares of ${what}.`,
      citations,
      context: { property: propertyId },
    };
  const cents = income.reduce((sum, one) => sum + Math.round(one.amount * 100), 0);
  return {
    reply: `${counted(pagination.total, 'distribution')} of income of ${what} ${pagination.total === 1 ? 'was' : 'were'} declared, ${pagination.total > income.length ? 'the newest of them ' : ''}${dollars(cents / 100)} together. The last was ${dollars(last.amount)} on ${spokenTime(last.declaredAt)} (${last.note}), for ${counted(last.holders, 'holder')}.`,
    citations,
    blocks: [
      table(
        'Distributed income',
        ['Declared', 'Amount', 'Note', 'Holders'],
        income.map((one) => [
          { text: spokenTime(one.declaredAt) },
          { text: dollars(one.amount) },
          { text: one.note },
          { text: total(one.holders) },
        ]),
        pagination.total,
      ),
    ],
    context: { property: propertyId },
  };
}
