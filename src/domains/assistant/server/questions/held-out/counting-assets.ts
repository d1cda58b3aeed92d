import { countOf, mostFrequent, noneOf } from '../facts/facts-of-assets.ts';
import { differenceOf, numberOfValues } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const countingAssets: readonly Question[] = [
  { ask: 'How many assets are in transit?', states: [countOf({ status: 'in transit' })] },
  { ask: 'total number of assets', states: [countOf()] },
  { ask: 'how many assets do we track altogether?', states: [countOf()] },
  { ask: 'how many IoT devices are delivered?', states: [countOf({ category: 'IoT', status: 'delivered' })] },
  { ask: 'luxury goods, how many?', states: [countOf({ category: 'Luxury' })] },
  { ask: 'How many assets are in Bergen?', states: [countOf({ place: 'Bergen' })] },
  { ask: 'number of assets located in Spain', states: [countOf({ place: 'Spain' })] },
  { ask: 'How many heat pump controllers are there?', states: [countOf({ named: 'Heat pump controller' })] },
  { ask: 'how many insulin packs do we have on record', states: [countOf({ named: 'insulin' })] },
  { ask: 'How many silk scarves are delivered?', states: [countOf({ named: 'silk scarf', status: 'delivered' })] },
  { ask: 'how many boxes of peaberry', states: [countOf({ named: 'peaberry' })] },
  {
    ask: 'How many assets are not delivered yet?',
    states: [countOf({ where: (asset) => asset.currentStatus !== 'delivered' })],
  },
  {
    ask: 'how many new assets in january 2026',
    states: [countOf({ where: (asset) => asset.createdAt.startsWith('2026-01') })],
  },
  { ask: 'how many different batches exist?', states: [numberOfValues('batch')] },
  { ask: 'do we have pharma in Oslo?', states: [noneOf({ category: 'Pharma', place: 'Oslo' })] },
  { ask: 'in which city are most luxury goods', states: [mostFrequent('currentLocation', { category: 'Luxury' })] },
  {
    ask: 'Are there more food or more electronics assets?',
    states: [mostFrequent('category', { where: ({ category }) => category === 'Food' || category === 'Electronics' })],
  },
  {
    ask: 'how many more delivered assets are there than assets in transit',
    states: [differenceOf({ status: 'delivered' }, { status: 'in transit' })],
  },
  {
    ask: 'breakdown of assets by status please',
    states: [
      countOf({ status: 'delivered' }),
      countOf({ status: 'in transit' }),
      countOf({ status: 'manufactured' }),
      countOf({ status: 'shipped' }),
    ],
    part: 'everything',
  },
];
