import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import type { SharedProperty } from '#domains/market/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { dollars } from '../billing/about-plans.ts';
import { resolveAddresses } from '../registry/resolve-properties.ts';
import {
  citeScreen,
  type Draft,
  needsSignIn,
  refusedBy,
  signInFirst,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from '../turn.ts';
import { answerOwnShares } from './own-shares.ts';
import { capOf, rankShares, sharesTable } from './rank-shares.ts';
import { answerSharesOf } from './shares-of-property.ts';

export const citeMarket = [citeScreen('Share market', '/nft')];
const PAGES_MAX = 5;
const DAY = 86_400_000;
/** The newest trades that the market shows. */
const TRADES_SHOWN = 20;
const OWN = new Set(['cash', 'held', 'orders', 'portfolio']);

/** Answers about shares of properties: those of one, the market as a whole, or the caller's own. */
export async function answerShares(turn: Turn): Promise<Draft> {
  if (needsSignIn(turn)) return signInFirst;
  const resolved = await resolveAddresses(turn);
  if ('instead' in resolved) return resolved.instead;
  const { query } = resolved.turn;
  const own = conditionsOf(query, 'mine').length > 0 || OWN.has(query.field ?? '');
  const draft = own
    ? await answerOwnShares(resolved.turn)
    : conditionsOf(query, 'property').length === 1
      ? await answerSharesOf(resolved.turn)
      : await answerMarket(resolved.turn);
  return resolved.note === '' ? draft : { ...draft, reply: `${draft.reply}${resolved.note}` };
}

async function answerMarket(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const { field, ask } = query;
  const today = conditionsOf(query, 'period').every(({ value }) =>
    /^(?:today|24 hours|(?:the )?last 24 hours|(?:the )?(?:last|past) day)$/i.test(value),
  );
  const traded = field === 'volume' || field === 'trades';
  const refused = unsupported(
    query,
    ['address', 'property', ...(traded && today ? (['period'] as const) : [])],
    'the share market',
  );
  if (refused !== undefined) return refused;
  if (field === 'volume' && ask === 'list' && query.where.some(({ kind }) => kind === 'period'))
    return {
      reply:
        'I can tell how many shares were traded within 24 hours in all, or of one property. Name it by its address or id.',
      outcome: 'clarify',
    };
  const listing =
    ask === 'list' ||
    ask === 'most' ||
    ask === 'least' ||
    ask === 'compare' ||
    ask === 'whether' ||
    query.aggregate === 'average';
  if (listing && field !== 'trades' && !(field === 'volume' && ask === 'list')) {
    const all = await readAll(turn);
    return 'instead' in all ? all.instead : answerListed(turn, all.properties);
  }
  if (field === 'cap') {
    const all = await readAll(turn);
    if ('instead' in all) return all.instead;
    const cents = all.properties.reduce((sum, one) => sum + (capOf(one) ?? 0), 0);
    return {
      reply: `The shares of all properties that were traded are worth ${dollars(cents / 100)} at their last prices.`,
      citations: citeMarket,
    };
  }
  return answerTotals(turn);
}

async function answerTotals(turn: Turn): Promise<Draft> {
  const { ask, limit = 10 } = turn.query;
  const field = turn.query.field === 'last' ? 'trades' : turn.query.field;
  const read = await turn.run('read_market');
  if (!read.ok) return refusedBy(read);
  const { properties, shares, holders, volume, trades } = read.value;
  const tradable = `Shares of ${counted(properties, 'property', 'properties')} exist`;
  const all = `There are ${counted(shares, 'share')} of ${counted(properties, 'property', 'properties')}, held by ${counted(holders, 'address', 'addresses')}.`;
  const day = `${counted(volume.shares, 'share')} for ${dollars(volume.amount)} were traded within 24 hours.`;
  const [last] = trades;
  const recent = field === 'trades' && ask !== 'count' && ask !== 'how much';
  const since = trades.filter(({ at }) => Date.parse(at) > turn.now - DAY);
  if (field === 'trades' && ask === 'count')
    return {
      reply: `${since.length === TRADES_SHOWN ? 'At least ' : ''}${counted(since.length, 'trade')} ${since.length === 1 ? 'was' : 'were'} made within 24 hours: ${day}`,
      citations: citeMarket,
    };
  if (field !== undefined && !['volume', 'trades', 'holders', 'supply', 'properties'].includes(field))
    return {
      reply: 'Of which property? Name it by its address or id, or ask for the most or least.',
      outcome: 'clarify',
    };
  return {
    reply: recent
      ? last === undefined
        ? 'No share was ever traded.'
        : `The last trade was ${counted(last.shares, 'share')} of ${last.propertyId} at ${dollars(last.pricePerShare)} on ${spokenTime(last.at)}. ${day}`
      : field === 'volume' || field === 'trades'
        ? day
        : field === 'properties'
          ? `${tradable}. ${all}`
          : field === 'holders'
            ? `${counted(holders, 'address', 'addresses')} hold shares. ${all}`
            : `${all} ${day}`,
    citations: citeMarket,
    blocks: recent
      ? [
          table(
            'Newest trades',
            ['Time', 'Property', 'Shares', 'Price'],
            trades
              .slice(0, limit)
              .map(({ at, propertyId, shares: count, pricePerShare }) => [
                { text: spokenTime(at) },
                { text: propertyId },
                { text: total(count) },
                { text: dollars(pricePerShare) },
              ]),
          ),
        ]
      : [],
  };
}

/** Reads every property with shares, up to a bound. */
async function readAll(turn: Turn): Promise<{ properties: readonly SharedProperty[] } | { instead: Draft }> {
  const street = valueIn(turn.query, 'address');
  const properties: SharedProperty[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const read = await turn.run('list_shared_properties', {
      limit: 100,
      page,
      ...(street === undefined ? {} : { search: street }),
    });
    if (!read.ok) return { instead: refusedBy(read) };
    properties.push(...read.value.properties);
    if (page >= read.value.pagination.totalPages) return { properties };
  }
  return {
    instead: {
      reply: 'Too many properties have shares to compare them all. Ask about one of them.',
      outcome: 'clarify',
    },
  };
}

function answerListed(turn: Turn, properties: readonly SharedProperty[]): Draft | Promise<Draft> {
  const { ask, field, aggregate } = turn.query;
  if (ask === 'most' || ask === 'least' || ask === 'compare' || aggregate === 'average')
    return rankShares(turn, properties);
  const offered = field === 'available' || field === 'floor';
  const shown = offered ? properties.filter(({ nftMetadata }) => nftMetadata.availableShares > 0) : properties;
  const [first] = shown;
  const what = offered ? 'have shares for sale' : 'have shares';
  return {
    reply: `${ask === 'whether' ? (first === undefined ? 'No: ' : 'Yes: ') : ''}${counted(shown.length, 'property', 'properties')} ${what}.`,
    citations: citeMarket,
    blocks: shown.length === 0 ? [] : [sharesTable(shown)],
    ...(shown.length === 1 && first !== undefined ? { context: { property: first.propertyId } } : {}),
  };
}
