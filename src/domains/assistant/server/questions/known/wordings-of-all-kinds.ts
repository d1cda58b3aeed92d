import { moreEventsOf } from '../facts/facts-about-two.ts';
import { lastActiveDay, moreEventsIn } from '../facts/facts-of-activity.ts';
import {
  areThere,
  countOf,
  eventCountOf,
  fieldOf,
  holderOf,
  listOf,
  mostFrequent,
  placeOf,
  recallTotal,
  statusOf,
} from '../facts/facts-of-assets.ts';
import {
  assetsWith,
  countAssetsOf,
  countEvents,
  dayOf,
  hasEvent,
  lastDays,
  listEvents,
  metaOf,
  mostEvents,
  newestEvents,
  sentToOf,
  timeBetween,
  whereOf,
  whoOf,
} from '../facts/facts-of-events.ts';
import { countHaving, countWithout, listWithAll, listWithoutEvent } from '../facts/facts-of-exclusions.ts';
import { blockDay, chainIsValid, chainLength, userOf } from '../facts/facts-of-ledger.ts';
import {
  busiest,
  countParticipants,
  eventsBy,
  joinedOn,
  listParticipants,
  ofRole,
  roleOf,
} from '../facts/facts-of-participants.ts';
import { averageReading, extremeReading, readingsWith } from '../facts/facts-of-readings.ts';
import {
  either2,
  isMore,
  lastActionOf,
  oldestOf,
  shareOf,
  timesOf,
  yesAt,
  yesHeldBy,
} from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };
const february = { from: '2026-02-01', to: '2026-02-28' };

export const wordingsOfAllKinds: readonly Question[] = [
  { ask: 'LUM-2026-007 - current whereabouts?', states: [placeOf('LUM-2026-007')] },
  { ask: 'pls check who holds KVC-2026-012 nowadays', states: [holderOf('KVC-2026-012')] },
  { ask: "what's become of PLD-2026-016, is it delivered?", states: [statusOf('PLD-2026-016')], part: 'reply' },
  {
    ask: 'the goods coming from Delft that reached Sevilla',
    states: [
      either2(
        listWithAll([{ action: 'manufactured', place: 'Delft' }], { place: 'Sevilla' }),
        listWithAll([
          { action: 'manufactured', place: 'Delft' },
          { action: 'received', place: 'Sevilla' },
        ]),
      ),
    ],
  },
  {
    ask: 'how many of our pharma goods have so far been delivered',
    states: [
      either2(
        countOf({ category: 'Pharma', status: 'delivered' }),
        countAssetsOf({ action: 'delivered', where: ({ assetId }) => assetId.startsWith('HLX') }),
      ),
    ],
  },
  { ask: 'is there something luxury left in Murano?', states: [areThere({ category: 'Luxury', place: 'Murano' })] },
  {
    ask: 'electronics but not those in Norway',
    states: [
      listOf({ category: 'Electronics', where: ({ currentLocation = '' }) => !currentLocation.includes('Norway') }),
    ],
  },

  {
    ask: 'how many assets are neither delivered nor in transit',
    states: [countOf({ where: ({ currentStatus }) => !['delivered', 'in transit'].includes(currentStatus) })],
  },
  { ask: 'food that has never been shipped', states: [listWithoutEvent({ action: 'shipped' }, { category: 'Food' })] },
  {
    ask: 'number of IoT items nobody has inspected',
    states: [countWithout({ action: 'quality_check' }, { category: 'IoT' })],
  },
  {
    ask: 'how many assets that demo-maker made were returned',
    states: [countHaving({ action: 'returned' }, { where: ({ assetId }) => /^NL/.test(assetId) })],
  },
  { ask: 'when was the first time that KVC-2026-001 got shipped', states: [dayOf('KVC-2026-001', 'shipped', 'first')] },
  { ask: 'date of manufacture NLW-2026-012', states: [dayOf('NLW-2026-012', 'manufactured')] },
  { ask: 'who brought PLD-2026-017 to the customer', states: [whoOf('PLD-2026-017', 'delivered')] },
  { ask: 'where did LUM-2026-009 get delivered to', states: [whereOf('LUM-2026-009', 'delivered')] },
  {
    ask: 'for whom was the first shipment of PLD-2026-011 meant',
    states: [sentToOf('PLD-2026-011', 'shipped', 'first')],
  },
  {
    ask: 'PLD-2026-013: days from factory to customer',
    states: [timeBetween('PLD-2026-013', ['manufactured'], ['delivered'])],
  },
  { ask: 'has HLX-2026-012 been sent back at any point?', states: [hasEvent('HLX-2026-012', 'returned')] },
  { ask: 'are you sure LUM-2026-009 is in Madrid?', states: [yesAt('LUM-2026-009', 'Madrid')] },
  { ask: "KVR-2026-02 lies with mercado-sur, doesn't it", states: [yesHeldBy('KVR-2026-02', 'mercado-sur')] },
  { ask: 'how often has NLW-2026-012 been shipped so far', states: [timesOf('NLW-2026-012', 'shipped')] },
  { ask: 'NLW-2026-004 latest event?', states: [lastActionOf('NLW-2026-004')] },
  { ask: 'KVC-2026-016 event count', states: [eventCountOf('KVC-2026-016')] },
  {
    ask: 'what sort of thing is PLD-2026-010',
    states: [either2(fieldOf('PLD-2026-010', 'category'), fieldOf('PLD-2026-010', 'name'))],
  },
  {
    ask: 'how many things would we have to call back because of KVG-R-2026-01',
    states: [recallTotal('KVG-R-2026-01')],
  },
  {
    ask: 'what container was KVC-2026-014 in when it first left',
    states: [metaOf('KVC-2026-014', 'container', 'shipped', 'first')],
  },
  { ask: 'who looks after most of the food', states: [mostFrequent('custodian', { category: 'Food' })] },

  {
    ask: 'which one has more entries, NLH-2026-01 or KVC-2026-014',
    states: [moreEventsOf('NLH-2026-01', 'KVC-2026-014')],
  },
  { ask: 'is food more numerous than pharma', states: [isMore({ category: 'Food' }, { category: 'Pharma' })] },
  { ask: 'delivered assets in percent of all', states: [shareOf({ status: 'delivered' })] },
  { ask: 'the oldest item in the pharma category', states: [oldestOf({ category: 'Pharma' })] },
  {
    ask: 'how much was shipped by blue-strait in January',
    states: [countEvents({ action: 'shipped', by: 'blue-strait', ...january })],
  },
  {
    ask: 'receipts in Bergen, January only',
    states: [listEvents({ action: 'received', place: 'Bergen', ...january })],
  },
  {
    ask: 'in January how many things did kivu-coffee make',
    states: [countEvents({ action: 'manufactured', by: 'kivu-coffee', ...january })],
  },
  { ask: 'deliveries that took place after Feb 20', states: [listEvents({ action: 'delivered', from: '2026-02-21' })] },
  {
    ask: 'what was inspected in Basel last month',
    states: [
      either2(
        listEvents({ action: 'quality_check', place: 'Basel', ...february }),
        assetsWith({ action: 'quality_check', place: 'Basel', ...february }),
      ),
    ],
  },
  { ask: 'how many events were there over the past ten days', states: [lastDays(10, (period) => countEvents(period))] },
  {
    ask: 'whichever shipper has the most deliveries',
    states: [
      mostEvents('participant', {
        action: 'delivered',
        where: ({ participant }) => ['alpenrail', 'blue-strait', 'coldchain-one', 'demo-shipper'].includes(participant),
      }),
    ],
  },
  {
    ask: 'did more happen in January than in February',
    states: [moreEventsIn(january, february, ['January'], ['February'])],
  },
  {
    ask: 'shipments from anyone but demo-shipper in January, how many',
    states: [
      countEvents({ action: 'shipped', ...january, where: ({ participant }) => participant !== 'demo-shipper' }),
    ],
  },
  {
    ask: 'events in Bergen which are not receipts',
    states: [listEvents({ place: 'Bergen', where: ({ action }) => action !== 'received' })],
  },
  { ask: 'the two latest returns', states: [newestEvents(2, { action: 'returned' })] },
  { ask: 'last time alpenrail did anything', states: [lastActiveDay('alpenrail')] },

  {
    ask: 'lowest temperature a coldchain-one shipment had',
    states: [extremeReading('temperature_celsius', 'lowest', { by: 'coldchain-one', action: 'shipped' })],
  },
  { ask: 'average insured value of luxury shipments', states: [averageReading('insured_eur', { action: 'shipped' })] },
  {
    ask: 'how many times was it warmer than 6 degrees',
    states: [readingsWith('temperature_celsius', (value) => value > 6)],
  },
  { ask: 'who are the producers on this platform', states: [listParticipants(ofRole('manufacturer'))] },
  { ask: 'how many firms transport goods', states: [countParticipants(ofRole('shipper'))] },
  { ask: 'all participants who are not shippers', states: [listParticipants(({ role }) => role !== 'shipper')] },
  { ask: 'retailer with the highest number of events', states: [busiest(ofRole('retailer'))] },
  { ask: 'polder-sensors joined when?', states: [joinedOn('polder-sensors')] },
  { ask: 'mercado-sur: what role', states: [roleOf('mercado-sur')] },
  { ask: 'number of records by helix-biologics', states: [eventsBy('helix-biologics')] },
  { ask: 'everything all right with the ledger?', states: [chainIsValid] },
  { ask: 'total block count please', states: [chainLength] },
  {
    ask: 'who is the author of the block {block}',
    event: ['KVC-2026-001', 'delivered'],
    states: [userOf(['KVC-2026-001', 'delivered'])],
  },
  {
    ask: 'block {block} was written when',
    event: ['KVC-2026-001', 'delivered'],
    states: [blockDay(['KVC-2026-001', 'delivered'])],
  },
];
