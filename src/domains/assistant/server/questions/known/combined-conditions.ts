import { areThere, countOf, listOf, mostFrequent } from '../facts/facts-of-assets.ts';
import {
  assetsWith,
  countAssetsOf,
  countEvents,
  lastDays,
  lastWeek,
  listEvents,
  mostEvents,
  noEvents,
} from '../facts/facts-of-events.ts';
import { anyWithout, countHaving, countWithout, listWithAll, listWithoutEvent } from '../facts/facts-of-exclusions.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const combinedConditions: readonly Question[] = [
  {
    ask: 'Which pharma assets are not delivered yet?',
    states: [listOf({ category: 'Pharma', where: (one) => one.currentStatus !== 'delivered' })],
  },
  {
    ask: 'how many assets have not been delivered',
    states: [
      either2(countOf({ where: (one) => one.currentStatus !== 'delivered' }), countWithout({ action: 'delivered' })),
    ],
  },
  {
    ask: 'Show everything that is still on the road and belongs to Pharma',
    states: [listOf({ category: 'Pharma', status: 'in transit' })],
  },
  { ask: 'which assets were never inspected?', states: [listWithoutEvent({ action: 'quality_check' })] },
  {
    ask: 'How many food assets never had a quality check?',
    states: [countWithout({ action: 'quality_check' }, { category: 'Food' })],
  },
  {
    ask: 'Number of luxury goods without any quality check',
    states: [countWithout({ action: 'quality_check' }, { category: 'Luxury' })],
  },
  {
    ask: 'are there electronics that nobody has inspected',
    states: [anyWithout({ action: 'quality_check' }, { category: 'Electronics' })],
  },
  {
    ask: 'Food in Bergen held by mercado-sur',
    states: [listOf({ category: 'Food', place: 'Bergen', custodian: 'mercado-sur' })],
  },
  {
    ask: 'how many electronics in Lyon does Havn Market hold',
    states: [countOf({ category: 'Electronics', place: 'Lyon', custodian: 'demo-retailer' })],
  },
  {
    ask: 'List the IoT devices in Sevilla or Valencia',
    states: [listOf({ category: 'IoT', where: (one) => /Sevilla|Valencia/.test(one.currentLocation ?? '') })],
  },
  {
    ask: 'which assets are not in Norway and not delivered',
    states: [
      listOf({ where: (one) => !/Norway/.test(one.currentLocation ?? '') && one.currentStatus !== 'delivered' }),
    ],
  },
  {
    ask: 'All luxury items except those in Paris',
    states: [listOf({ category: 'Luxury', where: (one) => !/Paris/.test(one.currentLocation ?? '') })],
  },
  { ask: 'How many assets other than food are there?', states: [countOf({ where: (one) => one.category !== 'Food' })] },
  {
    ask: 'assets in transit except pharma',
    states: [listOf({ status: 'in transit', where: (one) => one.category !== 'Pharma' })],
  },
  {
    ask: 'what goods are in neither Norway nor Spain, count them',
    states: [countOf({ where: (one) => !/Norway|Spain/.test(one.currentLocation ?? '') })],
  },
  {
    ask: 'How many shipments left Basel in February?',
    states: [countEvents({ action: 'shipped', place: 'Basel', from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'deliveries by alpenrail in Sevilla',
    states: [
      either2(
        listEvents({ action: 'delivered', by: 'alpenrail', place: 'Sevilla' }),
        assetsWith({ action: 'delivered', by: 'alpenrail', place: 'Sevilla' }),
      ),
    ],
  },
  {
    ask: 'how many deliveries did Blue Strait Shipping make in Madrid',
    states: [countEvents({ action: 'delivered', by: 'blue-strait', place: 'Madrid' })],
  },
  {
    ask: 'Which assets failed a quality check at Utrecht?',
    states: [
      assetsWith({ action: 'quality_check', place: 'Utrecht', where: ({ meta }) => meta['result'] !== 'passed' }),
    ],
  },
  {
    ask: 'Number of quality checks that did not pass',
    states: [countEvents({ action: 'quality_check', where: ({ meta }) => meta['result'] !== 'passed' })],
  },
  {
    ask: 'how many items arrived with a broken seal',
    states: [countAssetsOf({ action: 'received', where: ({ meta }) => meta['condition'] === 'seal broken' })],
  },
  {
    ask: 'Which goods arrived with the seal broken at Bergen?',
    states: [
      assetsWith({ action: 'received', place: 'Bergen', where: ({ meta }) => meta['condition'] === 'seal broken' }),
    ],
  },
  {
    ask: 'Receipts that were not intact',
    states: [
      either2(
        listEvents({ action: 'received', where: ({ meta }) => 'condition' in meta && meta['condition'] !== 'intact' }),
        assetsWith({ action: 'received', where: ({ meta }) => 'condition' in meta && meta['condition'] !== 'intact' }),
      ),
    ],
  },
  {
    ask: 'how many inspections were done by S. Ruiz',
    states: [countEvents({ action: 'quality_check', where: ({ meta }) => meta['inspector'] === 'S. Ruiz' })],
  },
  {
    ask: 'deliveries at dock C7',
    states: [
      either2(
        listEvents({ action: 'delivered', where: ({ meta }) => meta['dock'] === 'C7' }),
        assetsWith({ action: 'delivered', where: ({ meta }) => meta['dock'] === 'C7' }),
      ),
    ],
  },
  {
    ask: 'How many assets were delivered to dock B4 in January?',
    states: [
      either2(
        countAssetsOf({
          action: 'delivered',
          from: '2026-01-01',
          to: '2026-01-31',
          where: ({ meta }) => meta['dock'] === 'B4',
        }),
        countEvents({
          action: 'delivered',
          from: '2026-01-01',
          to: '2026-01-31',
          where: ({ meta }) => meta['dock'] === 'B4',
        }),
      ),
    ],
  },
  {
    ask: 'what was shipped the day before yesterday?',
    states: [
      either2(
        listEvents({ action: 'shipped', from: '2026-03-02', to: '2026-03-02' }),
        assetsWith({ action: 'shipped', from: '2026-03-02', to: '2026-03-02' }),
      ),
    ],
  },
  { ask: 'How many events happened in the past 72 hours?', states: [lastDays(3, (period) => countEvents(period))] },
  { ask: 'receipts of last week', states: [lastWeek((period) => listEvents({ action: 'received', ...period }))] },
  {
    ask: 'how many shipments in the second half of January',
    states: [countEvents({ action: 'shipped', from: '2026-01-16', to: '2026-01-31' })],
  },
  {
    ask: 'How many things were made before 20 January?',
    states: [
      either2(
        countEvents({ action: 'manufactured', to: '2026-01-19' }),
        countAssetsOf({ action: 'manufactured', to: '2026-01-19' }),
      ),
    ],
  },
  {
    ask: 'shipments after February 26 by coldchain-one',
    states: [listEvents({ action: 'shipped', by: 'coldchain-one', from: '2026-02-27' })],
  },
  {
    ask: 'how many deliveries since the start of february',
    states: [countEvents({ action: 'delivered', from: '2026-02-01' })],
  },
  {
    ask: 'How many returns were there up to the end of January?',
    states: [countEvents({ action: 'returned', to: '2026-01-31' })],
  },
  { ask: 'Where do most returns happen?', states: [mostEvents('location', { action: 'returned' })] },
  { ask: 'who returns the most', states: [mostEvents('participant', { action: 'returned' })] },
  {
    ask: 'Which shipper received the most goods in February?',
    states: [
      mostEvents('participant', {
        action: 'received',
        from: '2026-02-01',
        to: '2026-02-28',
        where: ({ participant }) => ['demo-shipper', 'alpenrail', 'blue-strait', 'coldchain-one'].includes(participant),
      }),
    ],
  },
  { ask: 'in which city are the most food assets?', states: [mostFrequent('currentLocation', { category: 'Food' })] },
  { ask: 'What category is the rarest?', states: [mostFrequent('category', {}, 'least')] },
  { ask: 'which holder has the most IoT assets', states: [mostFrequent('custodian', { category: 'IoT' })] },
  {
    ask: 'goods returned for any reason other than damage',
    states: [assetsWith({ action: 'returned', where: ({ meta }) => meta['reason'] !== 'damaged in transit' })],
  },
  {
    ask: 'assets that were returned and made by kivu-coffee',
    states: [listWithAll([{ action: 'returned' }, { action: 'manufactured', by: 'kivu-coffee' }])],
  },
  {
    ask: 'How many pharma goods have been both inspected and delivered?',
    states: [countHaving({ action: 'quality_check' }, { category: 'Pharma', status: 'delivered' })],
  },
  {
    ask: 'Which assets were made in Trondheim but are not delivered?',
    states: [
      listWithAll([{ action: 'manufactured', place: 'Trondheim' }], {
        where: (one) => one.currentStatus !== 'delivered',
      }),
    ],
  },
  {
    ask: 'are any assets from helix-biologics now in Bergen',
    states: [
      either2(
        areThere({ place: 'Bergen', where: (one) => one.assetId.startsWith('HLX') }),
        areThere({ place: 'Bergen', category: 'Pharma' }),
      ),
    ],
  },
  {
    ask: 'did anybody return anything today',
    states: [noEvents({ action: 'returned', from: '2026-03-04', to: '2026-03-04' })],
  },
  { ask: 'how many assets have more than 7 events', states: [countOf({ where: (one) => one.eventCount > 7 })] },
  { ask: 'Assets with fewer than three events', states: [listOf({ where: (one) => one.eventCount < 3 })] },
  { ask: 'which assets have no batch', states: [listOf({ where: (one) => one.batch === undefined })] },
  {
    ask: 'how many of the goods carry no batch number?',
    states: [countOf({ where: (one) => one.batch === undefined })],
  },
  {
    ask: 'Which assets have no anomalies but are still at the maker?',
    states: [listOf({ status: 'manufactured', where: (one) => one.anomalyCount === 0 })],
  },
  { ask: 'Which goods are heading to Havn Market right now?', states: [listOf({ addressee: 'demo-retailer' })] },
  { ask: 'what is coming to apotek-nord', states: [listOf({ addressee: 'apotek-nord' })] },
];
