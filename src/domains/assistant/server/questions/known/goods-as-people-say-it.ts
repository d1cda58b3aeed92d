import { both, moreEventsOf } from '../facts/facts-about-two.ts';
import {
  areThere,
  countOf,
  eventCountOf,
  fieldOf,
  holderOf,
  isStatus,
  lineageOf,
  listOf,
  mostFrequent,
  placeOf,
  recallOf,
  recallTotal,
  statusOf,
} from '../facts/facts-of-assets.ts';
import { dayOf, eventsOf, hasEvent, metaOf, sentToOf, timeBetween, whereOf, whoOf } from '../facts/facts-of-events.ts';
import { countHaving, countWithout, listWithAll, listWithoutEvent } from '../facts/facts-of-exclusions.ts';
import { timeSince } from '../facts/facts-of-sets.ts';
import {
  anomaliesOf,
  differenceOf,
  earlierOf,
  either2,
  extremeOf,
  handlersOf,
  isMore,
  lastActionOf,
  newestAsset,
  numberOfValues,
  oldestOf,
  shareOf,
  timesOf,
  yesAt,
  yesBefore,
  yesHeldBy,
  yesInBatch,
} from '../facts/facts-that-compare.ts';
import type { FactOf, Question } from '../question.ts';

/** The goods that were shipped at least once, and never delivered. */
const goodsUnderWay: FactOf = async (world) => {
  const shipped = new Set((await eventsOf(world, { action: 'shipped' })).map(({ assetId }) => assetId));
  return listWithoutEvent({ action: 'delivered' }, { where: ({ assetId }) => shipped.has(assetId) })(world);
};

/** The goods that were shipped at least once, and are not delivered now. */
const goodsOnTheirWay: FactOf = async (world) => {
  const shipped = new Set((await eventsOf(world, { action: 'shipped' })).map(({ assetId }) => assetId));
  return listOf({ where: ({ assetId, currentStatus }) => shipped.has(assetId) && currentStatus !== 'delivered' })(
    world,
  );
};

export const goodsAsPeopleSayIt: readonly Question[] = [
  {
    ask: 'Which pharma goods have yet to be handed over to the customer?',
    states: [listOf({ category: 'Pharma', where: (one) => one.currentStatus !== 'delivered' })],
  },
  {
    ask: 'everything food-related apart from what sits in Bergen',
    states: [listOf({ category: 'Food', where: ({ currentLocation = '' }) => !currentLocation.includes('Bergen') })],
  },
  {
    ask: 'How many goods other than luxury ones do we track?',
    states: [countOf({ where: ({ category }) => category !== 'Luxury' })],
  },
  {
    ask: 'list the electronics still awaiting dispatch',
    states: [listOf({ category: 'Electronics', status: 'manufactured' })],
  },
  { ask: 'are there any IoT devices left in Delft?', states: [areThere({ category: 'IoT', place: 'Delft' })] },
  { ask: 'how many luxury pieces ended up in Paris', states: [countOf({ category: 'Luxury', place: 'Paris' })] },
  {
    ask: 'show me the goods that never went through an inspection and are food',
    states: [listWithoutEvent({ action: 'quality_check' }, { category: 'Food' })],
  },
  {
    ask: 'how many assets made by polder-sensors lack an inspection',
    states: [countWithout({ action: 'quality_check' }, { where: ({ assetId }) => assetId.startsWith('PL') })],
  },
  {
    ask: 'count of pharma items without delivery',
    states: [
      either2(
        countOf({ category: 'Pharma', where: (one) => one.currentStatus !== 'delivered' }),
        countWithout({ action: 'delivered' }, { category: 'Pharma' }),
      ),
    ],
  },
  {
    ask: "which of Havn Market's goods aren't in Norway?",
    states: [
      listOf({ custodian: 'demo-retailer', where: ({ currentLocation = '' }) => !currentLocation.includes('Norway') }),
    ],
  },
  { ask: 'whereabouts of PLD-2026-014, please', states: [placeOf('PLD-2026-014')] },
  { ask: 'Do you happen to know where LUM-2026-005 has got to?', states: [placeOf('LUM-2026-005')] },
  { ask: 'i need the present location for NLW-2026-018', states: [placeOf('NLW-2026-018')] },
  { ask: 'in which town is KVC-2026-005 being kept', states: [placeOf('KVC-2026-005')] },
  { ask: 'by whom is HLX-2026-012 held at the moment', states: [holderOf('HLX-2026-012')] },
  { ask: 'Who has got PLD-2026-010 in their hands?', states: [holderOf('PLD-2026-010')] },
  {
    ask: "what's going on with NLW-2026-007",
    states: [either2(statusOf('NLW-2026-007'), lastActionOf('NLW-2026-007'))],
    part: 'reply',
  },
  {
    ask: 'has LUM-2026-010 made it to the buyer?',
    states: [either2(isStatus('LUM-2026-010', 'delivered'), hasEvent('LUM-2026-010', 'delivered'))],
  },
  { ask: 'is KVC-2026-009 still under way', states: [isStatus('KVC-2026-009', 'in transit')] },
  { ask: "hasn't PLD-2026-015 been shipped yet?", states: [hasEvent('PLD-2026-015', 'shipped')] },
  { ask: 'Did anyone ever inspect KVC-2026-001?', states: [hasEvent('KVC-2026-001', 'quality_check')] },
  { ask: 'what day was NLW-2026-004 turned out at the factory', states: [dayOf('NLW-2026-004', 'manufactured')] },
  { ask: 'the date LUM-2026-009 was first sent off', states: [dayOf('LUM-2026-009', 'shipped', 'first')] },
  {
    ask: 'when was it that HLX-2026-007 got received the first time',
    states: [dayOf('HLX-2026-007', 'received', 'first')],
  },
  { ask: 'NLH-2026-02 was produced on what date?', states: [dayOf('NLH-2026-02', 'manufactured')] },
  { ask: 'until when was PLD-2026-013 with its maker', states: [dayOf('PLD-2026-013', 'shipped', 'first')] },
  { ask: 'from where was KVC-2026-014 sent off originally', states: [whereOf('KVC-2026-014', 'shipped', 'first')] },
  {
    ask: 'at what location did NLW-2026-009 get handed over last',
    states: [either2(whereOf('NLW-2026-009', 'delivered'), whereOf('NLW-2026-009', 'received'))],
  },
  { ask: 'which firm signed for LUM-2026-011', states: [whoOf('LUM-2026-011', 'received')] },

  { ask: 'the company that built PLD-2026-011', states: [whoOf('PLD-2026-011', 'manufactured')] },
  {
    ask: 'what was the receiver of the first shipment of NLW-2026-012',
    states: [sentToOf('NLW-2026-012', 'shipped', 'first')],
  },
  {
    ask: 'NLW-2026-009 how long from leaving the factory to delivery',
    states: [timeBetween('NLW-2026-009', ['shipped', 'first'], ['delivered'])],
  },
  {
    ask: 'how many days between production and first dispatch of LUM-2026-013',
    states: [timeBetween('LUM-2026-013', ['manufactured'], ['shipped', 'first'])],
  },
  { ask: 'For how long has LUM-2026-014 existed?', states: [timeSince('LUM-2026-014', 'manufactured')] },
  { ask: 'how much time has passed since KVR-2026-04 was received', states: [timeSince('KVR-2026-04', 'received')] },
  { ask: 'number of times NLW-2026-015 was shipped', states: [timesOf('NLW-2026-015', 'shipped')] },
  { ask: 'How many hands has LUM-2026-008 gone through?', states: [handlersOf('LUM-2026-008')] },
  { ask: 'most recent thing recorded about HLX-2026-012', states: [lastActionOf('HLX-2026-012')] },
  { ask: 'How many entries are there about NLH-2026-03?', states: [eventCountOf('NLH-2026-03')] },
  { ask: 'is it Havn Market that holds KVR-2026-01?', states: [yesHeldBy('KVR-2026-01', 'demo-retailer')] },
  { ask: "LUM-2026-011 isn't in Paris, is it?", states: [yesAt('LUM-2026-011', 'Paris')] },
  { ask: 'does NLH-2026-01 belong to batch NLK-B01?', states: [yesInBatch('NLH-2026-01', 'NLK-B01')] },
  {
    ask: 'was KVC-2026-001 delivered earlier than February 10?',
    states: [yesBefore('KVC-2026-001', 'delivered', '2026-02-10')],
  },
  { ask: 'anything odd with NLW-2026-004?', states: [anomaliesOf('NLW-2026-004')] },
  {
    ask: 'of PLD-2026-010 and PLD-2026-011, which was manufactured first',
    states: [earlierOf('PLD-2026-010', 'PLD-2026-011', 'manufactured')],
  },
  {
    ask: 'between LUM-2026-008 and NLH-2026-01, which has been through more events?',
    states: [moreEventsOf('LUM-2026-008', 'NLH-2026-01')],
  },
  {
    ask: 'tell me where KVR-2026-01 and KVR-2026-02 are',
    states: [both('KVR-2026-01', 'KVR-2026-02', 'currentLocation')],
    part: 'everything',
  },
  { ask: 'which category has the fewest assets', states: [mostFrequent('category', {}, 'least')] },
  {
    ask: 'in which place do most of the food items lie',
    states: [mostFrequent('currentLocation', { category: 'Food' })],
  },
  {
    ask: 'who is sitting on the largest number of electronics',
    states: [mostFrequent('custodian', { category: 'Electronics' })],
  },

  {
    ask: 'do we have more electronics than luxury goods',
    states: [isMore({ category: 'Electronics' }, { category: 'Luxury' })],
  },
  {
    ask: 'by how many do the food assets outnumber pharma',
    states: [differenceOf({ category: 'Food' }, { category: 'Pharma' })],
  },
  { ask: 'what fraction of all goods is on the road, in percent', states: [shareOf({ status: 'in transit' })] },
  { ask: 'electronics as a percentage of all assets', states: [shareOf({ category: 'Electronics' })] },
  { ask: 'how many distinct batches exist', states: [numberOfValues('batch')] },
  { ask: 'how many different places hold goods at present', states: [numberOfValues('currentLocation')] },
  { ask: 'the latest addition to our assets', states: [newestAsset] },
  { ask: 'the longest existing luxury item', states: [oldestOf({ category: 'Luxury' })] },
  {
    ask: 'Which ingredients ended up in NLK-2026-01?',
    states: [either2(lineageOf('NLK-2026-01', 'upstream'), lineageOf('NLK-2026-01', 'upstream', 1))],
  },
  { ask: 'if NLP-2026-01 turned out faulty, what else would be hit?', states: [recallOf('NLP-2026-01')] },
  { ask: 'how many assets would a recall of KVG-N-2026-01 touch', states: [recallTotal('KVG-N-2026-01')] },
  { ask: 'how warm was HLX-2026-007 on arrival', states: [metaOf('HLX-2026-007', 'temperature_celsius', 'received')] },
  { ask: 'hottest reading of HLX-2026-012', states: [extremeOf('HLX-2026-012', 'temperature_celsius', 'max')] },
  {
    ask: 'what pallet did NLW-2026-009 ride on when it left',
    states: [
      either2(metaOf('NLW-2026-009', 'pallet', 'shipped', 'first'), metaOf('NLW-2026-009', 'pallet', 'shipped')),
    ],
  },
  {
    ask: 'insured value of LUM-2026-008 on its first trip',
    states: [metaOf('LUM-2026-008', 'insured_eur', 'shipped', 'first')],
  },
  { ask: 'product name of HLX-2026-007', states: [fieldOf('HLX-2026-007', 'name')] },
  { ask: 'which lot is KVR-2026-04 part of', states: [fieldOf('KVR-2026-04', 'batch')] },
  {
    ask: 'both made in Trondheim and received in Lyon: which assets',
    states: [
      listWithAll([
        { action: 'manufactured', place: 'Trondheim' },
        { action: 'received', place: 'Lyon' },
      ]),
    ],
  },
  {
    ask: 'how many goods that were sent back are in Norway now',
    states: [countHaving({ action: 'returned' }, { place: 'Norway' })],
  },
  {
    ask: 'Which food items are neither in Norway nor in Spain?',
    states: [listOf({ category: 'Food', where: ({ currentLocation = '' }) => !/Norway|Spain/.test(currentLocation) })],
  },
  {
    ask: 'how many goods are neither pharma nor food',
    states: [countOf({ where: ({ category = '' }) => !['Pharma', 'Food'].includes(category) })],
  },
  {
    ask: 'all goods except electronics that are in Bergen',
    states: [listOf({ place: 'Bergen', where: ({ category }) => category !== 'Electronics' })],
  },
  {
    ask: 'how many things are with mercado-sur, not counting food',
    states: [countOf({ custodian: 'mercado-sur', where: ({ category }) => category !== 'Food' })],
  },
  { ask: 'assets with at least two anomalies', states: [listOf({ where: ({ anomalyCount }) => anomalyCount >= 2 })] },
  { ask: 'which goods have more than six events', states: [listOf({ where: ({ eventCount }) => eventCount > 6 })] },
  { ask: 'how many assets have exactly one event', states: [countOf({ where: ({ eventCount }) => eventCount === 1 })] },
  { ask: 'goods that were shipped but not delivered so far', states: [either2(goodsUnderWay, goodsOnTheirWay)] },
];
