import { addressOf, higherOf, mostOwedBy, paidInFull } from '../facts/facts-about-two.ts';
import {
  agreedPrice,
  bestBid,
  cashOf,
  cheapestPlan,
  estimateOf,
  isPublic,
  issueOf,
  lastTrade,
  marketTotal,
  noSubscription,
  ownCount,
  ownPlan,
  ownShares,
  ownTrialEnd,
  planNumber,
  plansWith,
  shareHolders,
  sharesOf,
  spreadOf,
  trialDays,
} from '../facts/facts-of-market-and-billing.ts';
import {
  assessedAt,
  cityAmount,
  countProperties,
  extreme,
  largestNeighborhood,
  listedProperties,
  noProperties,
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
import {
  appealDays,
  dueDay,
  isOffered,
  lastPaid,
  lastPaidDay,
  methodFee,
  rateOf,
} from '../facts/facts-of-tax-payments.ts';
import { says, saysOneOf } from '../facts/facts-of-the-guide.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

const area = (one: { metadata: { squareFootage: number } }) => one.metadata.squareFootage;

export const cityMarketAndPlans: readonly Question[] = [
  {
    ask: 'How many homes are in Garden Hill?',
    states: [countProperties({ neighborhood: 'Garden Hill', type: 'residential' })],
  },
  {
    ask: 'industrial parcels in Ropewalk or Quayside',
    states: [
      listedProperties({
        type: 'industrial',
        where: ({ metadata }) => ['Ropewalk', 'Quayside'].includes(metadata.neighborhood),
      }),
    ],
  },
  {
    ask: 'which properties in Old Harrow owe nothing',
    states: [listedProperties({ neighborhood: 'Old Harrow', where: ({ taxOwed }) => taxOwed === 0 })],
  },
  {
    ask: 'how many commercial buildings still owe tax?',
    states: [countProperties({ type: 'commercial', where: ({ taxOwed }) => taxOwed > 0 })],
  },
  {
    ask: 'Properties with more than 20,000 dollars of tax due',
    states: [listedProperties({ where: ({ taxOwed }) => taxOwed > 2_000_000 })],
  },
  {
    ask: 'lots worth less than $50,000',
    states: [listedProperties({ where: ({ assessedValue }) => assessedValue < 5_000_000 })],
  },
  {
    ask: 'number of properties assessed between 1 and 2 million dollars',
    states: [
      countProperties({ where: ({ assessedValue }) => assessedValue >= 100_000_000 && assessedValue <= 200_000_000 }),
    ],
  },
  {
    ask: 'How many properties are not residential?',
    states: [countProperties({ where: ({ metadata }) => metadata.propertyType !== 'residential' })],
  },
  {
    ask: 'all vacant land outside Chapel Row',
    states: [listedProperties({ type: 'vacant', where: ({ metadata }) => metadata.neighborhood !== 'Chapel Row' })],
  },
  {
    ask: 'houses bigger than 20000 square feet',
    states: [
      either2(
        listedProperties({ type: 'residential', where: (one) => area(one) > 20_000 }),
        listedProperties({ where: (one) => area(one) > 20_000 }),
      ),
    ],
  },
  { ask: 'any park in Quayside?', states: [noProperties({ neighborhood: 'Quayside', type: 'park' })] },
  { ask: 'What do I have to pay for 109 Linden Street?', states: [taxOf('109 Linden Street')] },
  { ask: 'Hello, is there still a debt on 110 Main Street?', states: [owesTax('110 Main Street')] },
  { ask: '125 Main Street all settled?', states: [paidInFull('125 Main Street')] },
  {
    ask: 'Which is worth more, 109 Main Street or 110 Linden Street?',
    states: [higherOf('109 Main Street', '110 Linden Street')],
  },
  { ask: 'at which value did the city assess 126 Main Street', states: [assessedAt('126 Main Street')] },
  { ask: 'In what quarter of town lies 117 Water Street?', states: [wordOf('117 Water Street', 'neighborhood')] },
  { ask: 'parcel id for 113 Chandlers Row', states: [wordOf('113 Chandlers Row', 'propertyId')] },
  { ask: 'how large is 110 Linden Street', states: [sizeOf('110 Linden Street')] },
  { ask: 'year of construction of 109 Main Street', states: [numberOf('109 Main Street', 'yearBuilt')] },
  { ask: 'what address has HB-0016-007', states: [addressOf('HB-0016-007')] },
  {
    ask: 'whats the priciest residential property',
    states: [extreme('assessedValue', 'highest', { type: 'residential' })],
  },
  { ask: 'Lowest value in Quayside?', states: [extreme('assessedValue', 'lowest', { neighborhood: 'Quayside' })] },
  {
    ask: 'who is the biggest tax debtor among the industrial parcels',
    states: [extreme('taxOwed', 'highest', { type: 'industrial' })],
  },
  { ask: 'Total assessed value of Mill End', states: [sumOf('assessedValue', { neighborhood: 'Mill End' })] },
  {
    ask: 'how much tax is outstanding in Schoolfield altogether',
    states: [sumOf('taxOwed', { neighborhood: 'Schoolfield' })],
  },
  { ask: 'how much money do the residents owe the city in total?', states: [cityAmount('totalTaxOwed')] },
  {
    ask: 'which district has the most homes',
    states: [largestNeighborhood({ type: 'residential' })],
  },
  { ask: 'what percentage of properties is behind with tax', states: [shareOwing] },
  { ask: 'When was the last tax payment for 110 Main Street?', states: [lastPaidDay('110 Main Street')] },
  { ask: 'amount of the most recent payment on 110 Main Street', states: [lastPaid('110 Main Street')] },
  { ask: 'deadline for the first installment 2026', states: [dueDay(2026, 0)] },
  { ask: 'what interest do I pay when I am late in 2026?', states: [rateOf(2026, 'interestBasisPoints')] },
  { ask: 'within how many days can I contest my assessment', states: [appealDays(2026)] },
  { ask: 'How much more do I pay if I use my credit card?', states: [methodFee('fiat')] },
  { ask: 'can I settle my tax with bitcoin or usdc', states: [isOffered('usdc')] },
  { as: 'demo-resident', ask: 'what belongs to me in the city?', states: [ownedBy('demo-resident')] },
  { as: 'demo-resident', ask: 'number of properties registered in my name', states: [ownedCount('demo-resident')] },
  { as: 'demo-resident', ask: 'how much tax am I still owing altogether', states: [owedBy('demo-resident')] },
  { as: 'demo-resident', ask: 'On which of my houses is the debt highest?', states: [mostOwedBy('demo-resident')] },
  { ask: 'How do I object to the value of my house?', states: [saysOneOf('appeal')] },
  { ask: 'can someone else pay my bill for me without logging in', states: [says('number of the bill')] },
  { ask: 'cheapest offer for a share of 125 Main Street', states: [sharesOf('125 Main Street', 'floorPrice')] },
  {
    ask: 'For what price did 417 Main Street last change hands per share?',
    states: [sharesOf('417 Main Street', 'lastSalePrice')],
  },
  {
    ask: 'how many shares of 349 Main Street can I still buy',
    states: [sharesOf('349 Main Street', 'availableShares')],
  },
  { ask: 'How many shares exist of 126 South Quay in all?', states: [sharesOf('126 South Quay', 'totalSupply')] },
  { ask: 'royalty on 326 Main Street', states: [issueOf('326 Main Street', 'royaltyPercentage')] },
  { ask: 'is 221 Linden Street open to the public for trading', states: [isPublic('221 Linden Street')] },
  { ask: 'number of holders of 426 South Quay', states: [shareHolders('426 South Quay')] },
  { ask: 'highest buy order on 125 Main Street', states: [bestBid('125 Main Street')] },
  { ask: 'difference between bid and ask for 125 Main Street', states: [spreadOf('125 Main Street')] },
  {
    ask: 'how many shares changed owner in the latest trade of 125 Main Street',
    states: [lastTrade('125 Main Street', 'shares')],
  },
  { ask: 'In how many buildings can you buy shares?', states: [marketTotal('properties')] },
  { as: 'demo-shipper', ask: 'how much cash is left for trading', states: [cashOf('demo-shipper')] },
  {
    as: 'demo-maker',
    ask: 'how many pieces of 125 Main Street do I own',
    states: [ownShares('demo-maker', '125 Main Street')],
  },
  { ask: 'per-user price of the professional tier', states: [planNumber('professional', 'pricePerUserMonth')] },
  { ask: 'max number of assets on business', states: [planNumber('business', 'maxAssets')] },
  { ask: 'How many colleagues may I have with Starter?', states: [planNumber('starter', 'maxUsers')] },
  {
    ask: 'what would we pay a month for 5 users and 200 assets on Professional',
    states: [estimateOf('professional', 5, 200, 'monthly')],
  },
  { ask: 'yearly cost of Starter with 3 users and 100 assets?', states: [estimateOf('starter', 3, 100, 'annual')] },
  { ask: 'Enterprise price?', states: [agreedPrice('enterprise')] },
  { ask: 'Which subscription is the least expensive', states: [cheapestPlan] },
  { ask: 'in which plans are recalls included', states: [plansWith('Recalls')] },
  { ask: 'how long can I test for free?', states: [trialDays], part: 'reply' },
  { as: 'demo-shipper', ask: 'what am I subscribed to', states: [ownPlan('demo-shipper')] },
  { as: 'demo-shipper', ask: 'until when does my trial run?', states: [ownTrialEnd('demo-shipper')] },
  { as: 'demo-shipper', ask: 'for how many assets did we sign up', states: [ownCount('demo-shipper', 'assetCount')] },
  { as: 'demo-resident', ask: 'am I on any plan?', states: [noSubscription('demo-resident')] },
  { ask: 'what happens when we forget to pay you', states: [saysOneOf('read-only', 'reminded')] },
  { ask: 'How can my colleagues join our account?', states: [says('Invite')] },
  { ask: 'I paid twice by mistake, what now?', states: [saysOneOf('credit', 'refunds', 'refund')] },
  {
    ask: 'how do i turn my coins back into money on my bank account',
    states: [saysOneOf('Withdraw Cash', 'withdraw')],
  },
  { ask: 'how long have I to pay an invoice', states: [says('14')] },
];
