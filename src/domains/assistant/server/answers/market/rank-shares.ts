import type { TableBlock } from '#domains/assistant/contract.ts';
import { conditionsOf } from '#domains/assistant/contract.ts';
import type { SharedProperty } from '#domains/market/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { dollars } from '../billing/about-plans.ts';
import { propertyLink } from '../registry/property-table.ts';
import { citeScreen, type Draft, listed, type Turn, table, total } from '../turn.ts';

type Ranking = {
  readonly name: string;
  readonly valueOf: (one: SharedProperty) => number | null;
  readonly say: (value: number) => string;
};

const count = (value: number) => counted(value, 'share');

/** The market capitalization in cents: all shares at the last price. Null if none was ever sold. */
export const capOf = ({ nftMetadata: { lastSalePrice, totalSupply } }: SharedProperty): number | null =>
  lastSalePrice === null ? null : Math.round(lastSalePrice * 100) * totalSupply;

const last: Ranking = {
  name: 'last price of a share',
  valueOf: ({ nftMetadata }) => nftMetadata.lastSalePrice,
  say: dollars,
};
const rankings: Readonly<Record<string, Ranking>> = {
  price: last,
  last,
  floor: { name: 'floor price', valueOf: ({ nftMetadata }) => nftMetadata.floorPrice, say: dollars },
  cap: { name: 'market capitalization', valueOf: capOf, say: (cents) => dollars(cents / 100) },
  supply: { name: 'supply', valueOf: ({ nftMetadata }) => nftMetadata.totalSupply, say: count },
  available: {
    name: 'number of shares for sale',
    valueOf: ({ nftMetadata }) => nftMetadata.availableShares,
    say: count,
  },
  holders: {
    name: 'number of holders',
    valueOf: ({ currentOwnership }) => currentOwnership.length,
    say: (value) => counted(value, 'holder'),
  },
  royalty: { name: 'royalty', valueOf: ({ issue }) => issue.royaltyPercentage, say: (value) => `${value} %` },
  issue: { name: 'issue price', valueOf: ({ issue }) => issue.sharePrice, say: dollars },
  minimum: { name: 'minimum purchase', valueOf: ({ issue }) => issue.minimumPurchase, say: count },
};

/** Ranks or averages the properties with shares by a number of theirs. */
export function rankShares({ query }: Turn, all: readonly SharedProperty[]): Draft {
  const ranking =
    rankings[
      query.field === undefined || query.field === 'properties'
        ? query.aggregate === 'average'
          ? 'last'
          : 'supply'
        : query.field
    ];
  if (ranking === undefined)
    return {
      reply:
        'I can’t rank shares by that. I rank by last price, floor price, market capitalization, supply, shares for sale, holders and royalty.',
      outcome: 'clarify',
    };
  const ids = conditionsOf(query, 'property').map(({ value }) => value);
  const chosen = ids.length === 0 ? all : all.filter(({ propertyId }) => ids.includes(propertyId));
  const known = chosen.flatMap((one) => {
    const value = ranking.valueOf(one);
    return value === null ? [] : [{ one, value }];
  });
  const citations = [citeScreen('Share market', '/nft')];
  if (query.aggregate === 'average') {
    const sum = known.reduce((cents, { value }) => cents + Math.round(value * 100), 0);
    return {
      reply:
        known.length === 0
          ? `No ${ranking.name} is known.`
          : `The average ${ranking.name} of ${counted(known.length, 'property', 'properties')} is ${ranking.say(Math.round(sum / known.length) / 100)}.`,
      citations,
    };
  }
  const down = query.ask === 'least' || (query.ask === 'compare' && query.order === 'lowest');
  const ranked = known.toSorted((a, b) => (down ? a.value - b.value : b.value - a.value));
  const [first] = ranked;
  if (first === undefined) return { reply: `0 properties have a ${ranking.name}.`, citations };
  const spoken = ({ one: { propertyId, address }, value }: typeof first) =>
    `${propertyId} (${address}): ${ranking.say(value)}`;
  const wants = query.ask === 'compare' ? ranked.length : (query.limit ?? 1);
  const tied = ranked.filter(({ value }) => value === first.value);
  const word = down ? 'lowest' : 'highest';
  return {
    reply:
      wants > 1 && tied.length < ranked.length
        ? `${first.one.propertyId} (${first.one.address}) has the ${word} ${ranking.name}, ${ranking.say(first.value)}, ahead of ${listed(ranked.slice(1, wants).map(spoken))}.`
        : tied.length > 1
          ? `${counted(tied.length, 'property', 'properties')} share the ${word} ${ranking.name}, ${ranking.say(first.value)}: ${listed(tied.slice(0, 10).map(({ one }) => `${one.propertyId} (${one.address})`))}.`
          : `${first.one.propertyId} (${first.one.address}) has the ${word} ${ranking.name}: ${ranking.say(first.value)}.`,
    citations,
    blocks: [sharesTable(ranked.slice(0, Math.max(wants, tied.length)).map(({ one }) => one))],
    context: { property: first.one.propertyId },
  };
}

/** A table of properties with shares. */
export const sharesTable = (properties: readonly SharedProperty[]): TableBlock =>
  table(
    'Properties with shares',
    ['Property', 'Address', 'Shares', 'For sale', 'Floor price', 'Last price'],
    properties.map(
      ({ propertyId, address, nftMetadata: { totalSupply, availableShares, floorPrice, lastSalePrice } }) => [
        { text: propertyId, href: propertyLink(propertyId), isId: true },
        { text: address },
        { text: total(totalSupply) },
        { text: total(availableShares) },
        { text: floorPrice === null ? 'none' : dollars(floorPrice) },
        { text: lastSalePrice === null ? 'never sold' : dollars(lastSalePrice) },
      ],
    ),
  );
