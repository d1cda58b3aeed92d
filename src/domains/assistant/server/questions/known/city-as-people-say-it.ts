import { readProperty } from '#domains/registry/contract.ts';
import { number } from '../check/fact.ts';
import { higherOf, mostOwedBy, paidInFull } from '../facts/facts-about-two.ts';
import {
  bestBid,
  cashOf,
  cheapestPlan,
  cheapestShares,
  estimateOf,
  isPublic,
  issuedOn,
  issueOf,
  lastTrade,
  marketTotal,
  openOrders,
  ownCount,
  ownCycle,
  ownPlan,
  ownShares,
  ownStatus,
  ownTrialEnd,
  planNames,
  planNumber,
  sharedProperties,
  shareHolders,
  sharesOf,
  tradedToday,
  trialDays,
} from '../facts/facts-of-market-and-billing.ts';
import {
  areaOf,
  assessedAt,
  cityAmount,
  cityTotal,
  countProperties,
  extreme,
  largestNeighborhood,
  listedProperties,
  neighborhoodNames,
  numberOf,
  owedBy,
  owesTax,
  ownedBy,
  ownedCount,
  shareOwing,
  sizeOf,
  sumOf,
  taxOf,
  wordOf,
} from '../facts/facts-of-registry.ts';
import { dueDay, isOffered, lastPaid, lastPaidDay, methodFee, rateOf } from '../facts/facts-of-tax-payments.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { FactOf, Question } from '../question.ts';

/** How many properties were built before a year. */
const builtBefore =
  (year: number): FactOf =>
  async (world) => {
    const ids = (await world.properties()).flatMap((one) => (one.status === 'active' ? [one.propertyId] : []));
    const built = await Promise.all(ids.map((id) => world.read(readProperty, { params: { id } })));
    return number(built.filter(({ yearBuilt }) => yearBuilt !== null && yearBuilt < year).length);
  };

export const cityAsPeopleSayIt: readonly Question[] = [
  {
    ask: 'how many lots in Quayside have nothing owing',
    states: [countProperties({ neighborhood: 'Quayside', where: ({ taxOwed }) => taxOwed === 0 })],
  },
  {
    ask: 'properties in Mill End that still owe money to the city',
    states: [listedProperties({ neighborhood: 'Mill End', where: ({ taxOwed }) => taxOwed > 0 })],
  },
  {
    ask: 'which homes in Ropewalk are in arrears',
    states: [listedProperties({ neighborhood: 'Ropewalk', type: 'residential', where: ({ taxOwed }) => taxOwed > 0 })],
  },
  {
    ask: 'How many properties apart from residential ones are there in Garden Hill?',
    states: [
      countProperties({
        neighborhood: 'Garden Hill',
        where: ({ metadata }) => metadata.propertyType !== 'residential',
      }),
    ],
  },
  {
    ask: 'parcels other than homes in Chapel Row',
    states: [
      listedProperties({
        neighborhood: 'Chapel Row',
        where: ({ metadata }) => metadata.propertyType !== 'residential',
      }),
    ],
  },
  {
    ask: 'how many commercial buildings does Old Harrow have',
    states: [countProperties({ neighborhood: 'Old Harrow', type: 'commercial' })],
  },
  {
    ask: 'which properties owe at least 10,000 dollars',
    states: [listedProperties({ where: ({ taxOwed }) => taxOwed >= 1_000_000 })],
  },
  {
    ask: 'list parcels worth between 1 and 2 million in Quayside',
    states: [
      listedProperties({
        neighborhood: 'Quayside',
        where: ({ assessedValue }) => assessedValue >= 100_000_000 && assessedValue <= 200_000_000,
      }),
    ],
  },
  { ask: 'how many buildings went up before 1950', states: [builtBefore(1950)] },
  { ask: 'what does the owner of 125 Main Street still have to pay in tax', states: [taxOf('125 Main Street')] },
  { ask: '473 Water Street: any debt?', states: [owesTax('473 Water Street')] },
  { ask: 'has 110 Main Street paid all its taxes?', states: [paidInFull('110 Main Street')] },
  { ask: "isn't there tax due on 413 Chandlers Row?", states: [owesTax('413 Chandlers Row')] },
  { ask: 'how high is the bill outstanding on 109 Linden Street', states: [taxOf('109 Linden Street')] },
  { ask: 'at how much did the assessor put 507 Main Street', states: [assessedAt('507 Main Street')] },
  { ask: 'value of 342 Garden Hill Road?', states: [assessedAt('342 Garden Hill Road')] },
  { ask: 'in what part of town is 117 Water Street', states: [wordOf('117 Water Street', 'neighborhood')] },
  { ask: 'what sort of building is at 449 Main Street', states: [wordOf('449 Main Street', 'propertyType')] },
  { ask: 'how big is the building at 508 Linden Street', states: [sizeOf('508 Linden Street')] },
  { ask: 'construction year of 325 Linden Street', states: [numberOf('325 Linden Street', 'yearBuilt')] },
  { ask: 'how large is the lot of 473 Water Street', states: [numberOf('473 Water Street', 'lotSquareFeet')] },
  { ask: 'parcel id for 110 Linden Street', states: [wordOf('110 Linden Street', 'propertyId')] },
  { ask: 'the property that owes the city the most', states: [extreme('taxOwed')] },
  {
    ask: 'which residential property has the lowest assessment',
    states: [extreme('assessedValue', 'lowest', { type: 'residential' })],
  },
  {
    ask: 'priciest home in Garden Hill',
    states: [extreme('assessedValue', 'highest', { neighborhood: 'Garden Hill', type: 'residential' })],
  },
  {
    ask: 'what do all Quayside properties add up to in value',
    states: [sumOf('assessedValue', { neighborhood: 'Quayside' })],
  },
  { ask: 'how much tax do commercial properties owe altogether', states: [sumOf('taxOwed', { type: 'commercial' })] },
  { ask: 'how much is the whole city worth', states: [cityAmount('totalAssessedValue')] },
  { ask: 'tax the city has yet to collect', states: [cityAmount('totalTaxOwed')] },
  { ask: 'how many residents are active', states: [cityTotal('activeResidents')] },
  { ask: 'which part of town has the most homes', states: [largestNeighborhood({ type: 'residential' })] },
  { ask: 'names of all neighbourhoods', states: [neighborhoodNames] },
  { ask: 'share of properties with tax debt', states: [shareOwing] },
  { ask: 'total floor space of industrial buildings', states: [areaOf({ type: 'industrial' })] },
  {
    ask: 'is 473 Water Street worth more than 125 Main Street?',
    states: [higherOf('473 Water Street', '125 Main Street')],
    part: 'reply',
  },
  {
    ask: '507 Main Street versus 110 Main Street: which is assessed higher',
    states: [higherOf('507 Main Street', '110 Main Street')],
  },
  { ask: 'when must the first installment for 2026 be paid at the latest', states: [dueDay(2026, 0)] },
  {
    ask: 'how much interest does the city charge on late taxes in 2026',
    states: [rateOf(2026, 'interestBasisPoints')],
  },
  { ask: 'what does paying by card cost extra', states: [methodFee('fiat')] },
  {
    ask: 'last payment made for 109 Linden Street',
    states: [either2(lastPaid('109 Linden Street'), lastPaidDay('109 Linden Street'))],
  },
  { ask: 'when did someone last pay tax for 109 Linden Street', states: [lastPaidDay('109 Linden Street')] },
  { as: 'demo-resident', ask: 'what real estate do I have', states: [ownedBy('demo-resident')] },
  { as: 'demo-resident', ask: 'how many places are in my name', states: [ownedCount('demo-resident')] },
  { as: 'demo-resident', ask: 'how much do I still owe the city in total', states: [owedBy('demo-resident')] },
  { as: 'demo-resident', ask: 'which of my properties has the biggest debt', states: [mostOwedBy('demo-resident')] },
  {
    after: ['properties in Quayside'],
    ask: 'how many of them are commercial',
    states: [countProperties({ neighborhood: 'Quayside', type: 'commercial' })],
  },
  {
    after: ['how much tax is owed on 473 Water Street'],
    ask: 'and 413 Chandlers Row?',
    states: [taxOf('413 Chandlers Row')],
  },
  {
    after: ['how many homes are in Mill End'],
    ask: 'and in Ropewalk',
    states: [countProperties({ neighborhood: 'Ropewalk', type: 'residential' })],
  },
  { ask: 'where can I invest? which properties are tokenized', states: [sharedProperties] },
  {
    ask: 'lowest price for a share of 125 Main Street at the moment',
    states: [sharesOf('125 Main Street', 'floorPrice')],
  },
  {
    ask: 'how many shares of 326 Main Street can still be bought',
    states: [sharesOf('326 Main Street', 'availableShares')],
  },
  {
    ask: 'what was paid for a share of 125 Main Street the last time one changed hands',
    states: [sharesOf('125 Main Street', 'lastSalePrice')],
  },
  { ask: 'into how many shares is 417 Main Street divided', states: [sharesOf('417 Main Street', 'totalSupply')] },
  { ask: 'how many investors are in 125 Main Street', states: [shareHolders('125 Main Street')] },
  { ask: 'which share costs the least', states: [cheapestShares] },
  { ask: 'highest offer to buy 125 Main Street shares', states: [bestBid('125 Main Street')] },
  {
    ask: 'what royalty goes to the issuer of 417 Main Street',
    states: [issueOf('417 Main Street', 'royaltyPercentage')],
  },
  { ask: 'at what price were 326 Main Street shares issued', states: [issueOf('326 Main Street', 'sharePrice')] },
  { ask: 'on which date did 221 Linden Street get its shares', states: [issuedOn('221 Linden Street')] },
  { ask: 'is 125 Main Street open for everyone to trade', states: [isPublic('125 Main Street')] },
  { ask: 'how big was the last trade in 125 Main Street', states: [lastTrade('125 Main Street', 'shares')] },
  { ask: 'how many people own shares altogether', states: [marketTotal('holders')] },
  { ask: 'how many shares changed hands today', states: [tradedToday('shares')] },
  { as: 'demo-maker', ask: 'how much money can I spend on shares', states: [cashOf('demo-maker')] },
  { as: 'demo-retailer', ask: 'number of my orders not yet filled', states: [openOrders('demo-retailer')] },
  {
    as: 'demo-maker',
    ask: 'how much of 125 Main Street do I own',
    states: [ownShares('demo-maker', '125 Main Street')],
  },
  { as: 'demo-shipper', ask: 'shares I hold in total', states: [ownShares('demo-shipper')] },
  { ask: 'name the subscriptions you sell', states: [planNames] },
  { ask: 'least expensive subscription', states: [cheapestPlan] },
  { ask: 'how much is Starter for one user a month', states: [planNumber('starter', 'pricePerUserMonth')] },
  { ask: 'how many assets can I track at most with Business', states: [planNumber('business', 'maxAssets')] },
  {
    ask: 'what would 5 users and 100 assets cost me per month on Professional',
    states: [estimateOf('professional', 5, 100, 'monthly')],
  },
  { ask: 'for how many days can I try it for free', states: [trialDays], part: 'reply' },
  { as: 'demo-shipper', ask: 'which tariff are we on', states: [ownPlan('demo-shipper')] },
  { as: 'demo-shipper', ask: 'until when does our trial run', states: [ownTrialEnd('demo-shipper')] },
  { as: 'demo-shipper', ask: 'how often are we invoiced', states: [ownCycle('demo-shipper')] },
  {
    as: 'demo-shipper',
    ask: 'for how many assets did we subscribe',
    states: [ownCount('demo-shipper', 'assetCount')],
    part: 'reply',
  },
  { as: 'demo-shipper', ask: 'state of our subscription', states: [ownStatus('demo-shipper')], part: 'reply' },
  { ask: 'does the city take payments by bank transfer', states: [isOffered('bank')] },
];
