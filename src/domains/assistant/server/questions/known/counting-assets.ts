import { areThere, countOf, mostFrequent, noneOf } from '../facts/facts-of-assets.ts';
import { countAssetsOf } from '../facts/facts-of-events.ts';
import { countryWithMostAssets } from '../facts/facts-of-readings.ts';
import { areAll } from '../facts/facts-of-sets.ts';
import { either2, isMore, numberOfValues, shareOf } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

export const countingAssets: readonly Question[] = [
  { ask: 'how many things are on the road right now', states: [countOf({ status: 'in transit' })] },
  { ask: 'Number of delivered items', states: [countOf({ status: 'delivered' })] },
  {
    ask: 'how many assets have been shipped but not received yet?',
    states: [either2(countOf({ status: 'shipped' }), countOf({ where: (asset) => asset.inShipment }))],
  },
  { ask: 'How many pharma products do we have?', states: [countOf({ category: 'Pharma' })] },
  { ask: 'how many pharma assets are in transit', states: [countOf({ category: 'Pharma', status: 'in transit' })] },
  { ask: 'count the food assets that were delivered', states: [countOf({ category: 'Food', status: 'delivered' })] },
  {
    ask: 'How many electronics are still at the factory, i.e. only manufactured?',
    states: [countOf({ category: 'Electronics', status: 'manufactured' })],
  },
  { ask: 'what is the number of electronics assets', states: [countOf({ category: 'Electronics' })] },
  { ask: 'hw many food assets r there', states: [countOf({ category: 'Food' })] },
  { ask: 'how much stuff do we have sitting in Lyon', states: [countOf({ place: 'Lyon' })] },
  { ask: 'How many assets are currently in Norway?', states: [countOf({ place: 'Norway' })] },
  { ask: 'how many items are at the Kolding depot?', states: [countOf({ place: 'Kolding' })] },
  { ask: 'How many pharma assets are in Göteborg?', states: [countOf({ category: 'Pharma', place: 'Göteborg' })] },
  { ask: 'how many assets in goteborg', states: [countOf({ place: 'Göteborg' })] },
  { ask: 'How many assets does mercado-sur hold?', states: [countOf({ custodian: 'mercado-sur' })] },
  { ask: 'how many assets are with Apotek Nord at the moment?', states: [countOf({ custodian: 'apotek-nord' })] },
  { ask: 'how many things does Kivu Coffee Cooperative still have', states: [countOf({ custodian: 'kivu-coffee' })] },
  {
    ask: 'how many electronics does demo-retailer have?',
    states: [countOf({ custodian: 'demo-retailer', category: 'Electronics' })],
  },
  { ask: 'How many assets are in batch KVC-B01?', states: [countOf({ batch: 'KVC-B01' })] },
  { ask: 'size of batch HLX-B05', states: [countOf({ batch: 'HLX-B05' })] },
  { ask: 'how many of batch KVC-B02 are delivered?', states: [countOf({ batch: 'KVC-B02', status: 'delivered' })] },
  { ask: 'number of door counters', states: [countOf({ named: 'door counter' })] },
  {
    ask: 'how many influenza vaccines have reached their destination?',
    states: [countOf({ named: 'influenza', status: 'delivered' })],
  },
  { ask: 'how many assets have anomalies?', states: [countOf({ where: (asset) => asset.anomalyCount > 0 })] },
  {
    ask: 'How many assets were created in February?',
    states: [countOf({ where: (asset) => asset.createdAt.startsWith('2026-02') })],
  },
  { ask: 'How many categories of assets are there?', states: [numberOfValues('category')] },
  { ask: 'Are there any luxury goods in transit?', states: [areThere({ category: 'Luxury', status: 'in transit' })] },
  { ask: 'is anything in Zürich at the moment?', states: [noneOf({ place: 'Zürich' })] },
  {
    ask: 'How many luxury assets are shipped but not received?',
    states: [noneOf({ category: 'Luxury', status: 'shipped' })],
  },
  { ask: 'is there anything waiting in Hamburg?', states: [areThere({ place: 'Hamburg' })] },
  { ask: 'Which category has the most assets?', states: [mostFrequent('category')] },
  { ask: 'what category do we have least of', states: [mostFrequent('category', {}, 'least')] },
  { ask: 'where are most of our assets?', states: [mostFrequent('currentLocation')] },
  { ask: 'Who holds the most assets?', states: [mostFrequent('custodian')] },
  { ask: 'which participant has most pharma goods', states: [mostFrequent('custodian', { category: 'Pharma' })] },
  { ask: 'is there more pharma than iot?', states: [isMore({ category: 'Pharma' }, { category: 'IoT' })] },
  { ask: 'What percentage of all assets is delivered?', states: [shareOf({ status: 'delivered' })] },
  {
    ask: 'assets per category',
    states: [
      countOf({ category: 'Food' }),
      countOf({ category: 'Electronics' }),
      countOf({ category: 'Pharma' }),
      countOf({ category: 'IoT' }),
      countOf({ category: 'Luxury' }),
    ],
    part: 'everything',
  },
  {
    ask: 'how many assets are delivered in each category',
    states: [
      countOf({ category: 'Food', status: 'delivered' }),
      countOf({ category: 'Electronics', status: 'delivered' }),
      countOf({ category: 'Pharma', status: 'delivered' }),
    ],
    part: 'everything',
  },
  {
    ask: 'how many assets arent delivered',
    states: [countOf({ where: ({ currentStatus }) => currentStatus !== 'delivered' })],
  },
  {
    ask: 'number of assets that arent in Norway',
    states: [countOf({ where: ({ currentLocation = '' }) => !currentLocation.includes('Norway') })],
  },
  { ask: 'which country has most assets?', states: [countryWithMostAssets] },
  {
    ask: 'are all food assets delivered?',
    states: [areAll({ category: 'Food' }, ({ currentStatus }) => currentStatus === 'delivered')],
  },
  {
    ask: 'is everything at mercado-sur delivered',
    states: [areAll({ custodian: 'mercado-sur' }, ({ currentStatus }) => currentStatus === 'delivered')],
  },
  {
    ask: 'is batch KVC-B01 delivered',
    states: [areAll({ batch: 'KVC-B01' }, ({ currentStatus }) => currentStatus === 'delivered')],
  },
  { ask: 'do all properties owe tax', outcome: notAnswered },
  { ask: 'how many scarves do we have', states: [countOf({ named: 'scarf' })] },
  { ask: 'how many assets are in the batch of HLX-2026-007', states: [countOf({ batch: 'HLX-B02' })] },
  {
    ask: 'which retailer has more assets, mercado-sur or demo-retailer',
    states: [countOf({ custodian: 'demo-retailer' }), countOf({ custodian: 'mercado-sur' })],
  },
  {
    ask: 'how many assets were shipped from Trondheim in january and february',
    states: [countAssetsOf({ action: 'shipped', place: 'Trondheim', from: '2026-01-01', to: '2026-02-28' })],
  },
  {
    ask: 'status breakdown of food',
    states: [countOf({ category: 'Food', status: 'delivered' }), countOf({ category: 'Food', status: 'in transit' })],
    part: 'everything',
  },
  { ask: 'assets per country and category', outcome: notAnswered },
  { ask: 'how many shipments are on their way to retailers', outcome: notAnswered },
];
