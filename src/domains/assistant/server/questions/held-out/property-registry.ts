import { paidInFull } from '../facts/facts-about-two.ts';
import {
  assessedAt,
  cityTotal,
  countProperties,
  extreme,
  largestNeighborhood,
  listedProperties,
  neighborhoodNames,
  numberOf,
  taxOf,
  valueInYear,
  wordOf,
} from '../facts/facts-of-registry.ts';
import { isOffered, lastPaid, rateOf } from '../facts/facts-of-tax-payments.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const propertyRegistry: readonly Question[] = [
  { ask: 'How much tax is owed on 109 Linden Street?', states: [taxOf('109 Linden Street')] },
  { ask: 'what does the owner of 473 water street still owe the city', states: [taxOf('473 Water Street')] },
  { ask: 'tax owed 582 Main Street', states: [taxOf('582 Main Street')] },
  { ask: 'has the tax for 158 Main Street been paid in full', states: [paidInFull('158 Main Street')] },
  {
    ask: 'how much is 226 Linden... sorry 230 Linden Street worth according to the city',
    states: [assessedAt('230 Linden Street')],
  },
  {
    ask: 'what was the building at 342 Garden Hill Road assessed at in 2024',
    states: [valueInYear('342 Garden Hill Road', 2024, 'building')],
  },
  { ask: 'In which neighborhood is 413 Chandlers Row?', states: [wordOf('413 Chandlers Row', 'neighborhood')] },
  { ask: 'is 126 South Quay industrial or residential?', states: [wordOf('126 South Quay', 'propertyType')] },
  { ask: 'lot size of 109 Linden Street', states: [numberOf('109 Linden Street', 'lotSquareFeet')] },
  { ask: 'How many properties are in the registry?', states: [cityTotal('totalProperties')] },
  { ask: 'how many properties are in Garden Hill', states: [countProperties({ neighborhood: 'Garden Hill' })] },
  {
    ask: 'how many houses in Chapel Row',
    states: [
      either2(
        countProperties({ neighborhood: 'Chapel Row', type: 'residential' }),
        countProperties({ neighborhood: 'Chapel Row' }),
      ),
    ],
  },
  { ask: 'How many vacant lots does the city have on record?', states: [countProperties({ type: 'vacant' })] },
  {
    ask: 'how many properties in Schoolfield have unpaid taxes',
    states: [countProperties({ neighborhood: 'Schoolfield', where: ({ taxOwed }) => taxOwed > 0 })],
  },
  { ask: 'How many properties belong to the city?', states: [cityTotal('governmentProperties')] },
  { ask: 'cheapest property by assessed value?', states: [extreme('assessedValue', 'lowest')] },
  { ask: 'where are most of the vacant lots?', states: [largestNeighborhood({ type: 'vacant' })] },
  { ask: 'What neighborhoods are there?', states: [neighborhoodNames] },
  {
    ask: 'industrial parcels in Mill End',
    states: [listedProperties({ neighborhood: 'Mill End', type: 'industrial' })],
  },
  {
    ask: 'which vacant parcels in Schoolfield owe no tax',
    states: [listedProperties({ neighborhood: 'Schoolfield', type: 'vacant', where: ({ taxOwed }) => taxOwed === 0 })],
  },
  {
    ask: 'What penalty do I pay if I am late with property tax?',
    states: [rateOf(2026, 'penaltyBasisPoints')],
    part: 'everything',
  },
  { ask: 'interest rate per month on overdue property tax in 2026', states: [rateOf(2026, 'interestBasisPoints')] },
  { ask: 'how much was last paid for 109 Linden Street', states: [lastPaid('109 Linden Street')] },
  { ask: 'can I pay my taxes in ETH?', states: [isOffered('eth')] },
  { ask: 'how many blocks did the registry write?', states: [cityTotal('blockchainTransactions')] },
];
