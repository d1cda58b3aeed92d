import {
  firstEventDay,
  lastActiveDay,
  lastEventDay,
  moreEventsIn,
  newestParticipant,
  passedShare,
  placesOf,
} from '../facts/facts-of-activity.ts';
import { countOf, listOf, mostFrequent, placeOf, statusOf } from '../facts/facts-of-assets.ts';
import {
  assetsWith,
  countAssetsOf,
  countEvents,
  lastDays,
  listEvents,
  mostEvents,
  newestEvents,
  whoOf,
} from '../facts/facts-of-events.ts';
import {
  actionOf,
  assetOf,
  blockDay,
  chainIsUnchanged,
  chainIsValid,
  chainLength,
  hashOf,
  newestBlock,
  noWitnesses,
  serverIsUp,
  userOf,
  versionOf,
} from '../facts/facts-of-ledger.ts';
import {
  busiest,
  called,
  countParticipants,
  displayNameOf,
  eventsBy,
  joinedOn,
  listParticipants,
  mainPartnerOf,
  managerOf,
  ofRole,
  partnersOf,
  roleOf,
} from '../facts/facts-of-participants.ts';
import { anyReading, averageReading, extremeReading, readingsWith } from '../facts/facts-of-readings.ts';
import { ifAnswered, saysNone, saysOneOf } from '../facts/facts-of-the-guide.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

export const activityInOtherWords: readonly Question[] = [
  {
    ask: 'number of dispatches in January 2026',
    states: [countEvents({ action: 'shipped', from: '2026-01-01', to: '2026-01-31' })],
  },
  {
    ask: 'In February, how much stuff did alpenrail deliver?',
    states: [
      either2(
        countEvents({ action: 'delivered', by: 'alpenrail', from: '2026-02-01', to: '2026-02-28' }),
        countAssetsOf({ action: 'delivered', by: 'alpenrail', from: '2026-02-01', to: '2026-02-28' }),
      ),
    ],
  },
  {
    ask: 'what left Basel between 1 and 10 February',
    states: [
      either2(
        listEvents({ action: 'shipped', place: 'Basel', from: '2026-02-01', to: '2026-02-10' }),
        assetsWith({ action: 'shipped', place: 'Basel', from: '2026-02-01', to: '2026-02-10' }),
      ),
    ],
  },
  {
    ask: 'arrivals at Port of Antwerp in February',
    states: [listEvents({ action: 'received', place: 'Antwerp', from: '2026-02-01', to: '2026-02-28' })],
  },
  { ask: 'I want the last five shipments', states: [newestEvents(5, { action: 'shipped' })] },
  { ask: 'three most recent deliveries in Lyon', states: [newestEvents(3, { action: 'delivered', place: 'Lyon' })] },
  { ask: 'newest event of blue-strait', states: [newestEvents(1, { by: 'blue-strait' })] },
  {
    ask: 'What did Mercado Sur take in on 19 February?',
    states: [
      either2(
        listEvents({ action: 'received', by: 'mercado-sur', from: '2026-02-19', to: '2026-02-19' }),
        assetsWith({ action: 'received', by: 'mercado-sur', from: '2026-02-19', to: '2026-02-19' }),
      ),
    ],
  },
  {
    ask: 'how many times was something inspected in Basel',
    states: [countEvents({ action: 'quality_check', place: 'Basel' })],
  },
  {
    ask: 'total number of checks done by kivu-coffee',
    states: [countEvents({ action: 'quality_check', by: 'kivu-coffee' })],
  },
  {
    ask: 'how often did A. Lind inspect something',
    states: [countEvents({ action: 'quality_check', where: ({ meta }) => meta['inspector'] === 'A. Lind' })],
  },
  {
    ask: 'inspections by S. Ruiz in Trondheim',
    states: [
      listEvents({ action: 'quality_check', place: 'Trondheim', where: ({ meta }) => meta['inspector'] === 'S. Ruiz' }),
    ],
  },
  {
    ask: 'receipts with broken seal',
    states: [
      either2(
        listEvents({ action: 'received', where: ({ meta }) => meta['condition'] === 'seal broken' }),
        assetsWith({ action: 'received', where: ({ meta }) => meta['condition'] === 'seal broken' }),
      ),
    ],
  },
  {
    ask: 'goods sent back since they were the wrong item',
    states: [
      either2(
        assetsWith({ action: 'returned', where: ({ meta }) => meta['reason'] === 'wrong item' }),
        listEvents({ action: 'returned', where: ({ meta }) => meta['reason'] === 'wrong item' }),
      ),
    ],
  },
  {
    ask: 'returns due to damage: how many?',
    states: [countEvents({ action: 'returned', where: ({ meta }) => meta['reason'] === 'damaged in transit' })],
  },
  { ask: 'on which day were most goods manufactured', states: [mostEvents('day', { action: 'manufactured' })] },
  { ask: 'Where is the most shipping done from?', states: [mostEvents('location', { action: 'shipped' })] },
  {
    ask: 'who performed the highest number of quality checks',
    states: [mostEvents('participant', { action: 'quality_check' })],
  },
  { ask: 'Which kind of event is rarest?', states: [mostEvents('action', {}, 'fewest')] },
  {
    ask: 'which retailer took in the most goods',
    states: [
      mostEvents('participant', {
        action: 'received',
        where: ({ participant }) => ['apotek-nord', 'mercado-sur', 'demo-retailer'].includes(participant),
      }),
    ],
  },
  {
    ask: 'more shipments in January or February?',
    states: [
      moreEventsIn(
        { action: 'shipped', from: '2026-01-01', to: '2026-01-31' },
        { action: 'shipped', from: '2026-02-01', to: '2026-02-28' },
        ['January', 'Jan'],
        ['February', 'Feb'],
      ),
    ],
  },
  {
    ask: 'anything returned in March?',
    states: [either2(countEvents({ action: 'returned', from: '2026-03-01', to: '2026-03-31' }), saysOneOf('yes'))],
  },
  { ask: 'were any goods manufactured yesterday', outcome: ['answered'], states: [saysOneOf('no', 'none', '0')] },
  {
    ask: 'activity in Kolding during the past 7 days',
    states: [lastDays(7, (period) => listEvents({ place: 'Kolding', ...period }))],
  },
  {
    ask: 'which shipments did demo-maker address to alpenrail',
    states: [listEvents({ action: 'shipped', by: 'demo-maker', where: ({ meta }) => meta['to'] === 'alpenrail' })],
  },
  {
    ask: 'how many shipments went to Apotek Nord',
    states: [countEvents({ action: 'shipped', where: ({ meta }) => meta['to'] === 'apotek-nord' })],
  },
  {
    ask: 'mean temperature of everything received in Frankfurt',
    states: [averageReading('temperature_celsius', { action: 'received', place: 'Frankfurt' })],
  },
  {
    ask: 'hottest reading in Copenhagen',
    states: [extremeReading('temperature_celsius', 'highest', { place: 'Copenhagen' })],
  },
  { ask: 'biggest shock any shipment took', states: [extremeReading('shock_g', 'highest')] },
  { ask: 'driest coffee: minimum moisture', states: [extremeReading('moisture_percent', 'lowest')] },
  {
    ask: 'shipments warmer than 7 degrees',
    states: [readingsWith('temperature_celsius', (value) => value > 7, { action: 'shipped' })],
    outcome: ['answered'],
  },
  { ask: 'count the events with shock above 2 g', states: [readingsWith('shock_g', (value) => value > 2)] },
  {
    ask: 'did the temperature anywhere fall under 3 degrees',
    states: [anyReading('temperature_celsius', (value) => value < 3)],
  },
  { ask: 'share of passed inspections in percent', states: [passedShare] },
  { ask: 'since when are there events on this ledger', states: [firstEventDay] },
  { ask: 'date of the latest return', states: [lastEventDay('returned')] },
  { ask: 'last sign of life from polder-sensors', states: [lastActiveDay('polder-sensors')] },
  {
    ask: 'in which places did coldchain-one receive goods',
    states: [placesOf('coldchain-one', 'received')],
    part: 'everything',
  },
  { ask: 'how many businesses take part', states: [countParticipants()] },
  { ask: 'the number of retailers we have', states: [countParticipants(ofRole('retailer'))] },
  { ask: 'names of all producers', states: [listParticipants(ofRole('manufacturer'))] },
  { ask: 'I wonder what Blue Strait Shipping does here', states: [roleOf('blue-strait')], outcome: ['answered'] },
  { ask: 'is polder-sensors a manufacturer?', states: [roleOf('polder-sensors')] },
  { ask: 'who hides behind the username demo-retailer', states: [displayNameOf('demo-retailer')] },
  { ask: 'what login does Kivu Coffee Cooperative use', states: [called('kivu-coffee')] },
  { ask: 'on whose behalf... I mean who manages atelier-lumen?', states: [managerOf('atelier-lumen')] },
  { ask: 'registration date of Helix Biologics', states: [joinedOn('helix-biologics')] },
  { ask: 'How active is coldchain-one? number of events', states: [eventsBy('coldchain-one')] },
  { ask: 'which carrier is busiest', states: [busiest(ofRole('shipper'))] },
  { ask: 'who among the retailers is least active', states: [busiest(ofRole('retailer'), 'fewest')] },
  { ask: 'main business partner of atelier-lumen', states: [mainPartnerOf('atelier-lumen')] },
  { ask: 'with whom does apotek-nord do business', states: [partnersOf('apotek-nord')] },
  { ask: 'participant that joined most recently', states: [newestParticipant] },
  { ask: 'How many links does the chain have by now?', states: [chainLength] },
  { ask: 'has somebody tampered with the ledger?', states: [chainIsUnchanged] },
  { ask: 'integrity check result', states: [chainIsValid] },
  { ask: 'block height', states: [either2(chainLength, newestBlock)] },
  { ask: 'Tell me the fingerprint of block 250', states: [hashOf(250)] },
  {
    ask: 'who wrote block {block}',
    event: ['LUM-2026-014', 'delivered'],
    states: [either2(userOf(['LUM-2026-014', 'delivered']), saysOneOf('demo-maker'))],
  },
  {
    ask: 'content of block {block}?',
    event: ['NLW-2026-021', 'shipped'],
    states: [actionOf(['NLW-2026-021', 'shipped']), assetOf(['NLW-2026-021', 'shipped'])],
    part: 'reply',
  },
  {
    ask: 'timestamp of block {block}',
    event: ['KVC-2026-026', 'received'],
    states: [blockDay(['KVC-2026-026', 'received'])],
  },
  { ask: 'have independent witnesses cosigned?', states: [noWitnesses] },
  { ask: 'are we up and running', states: [serverIsUp] },
  { ask: 'which version am I using', states: [versionOf] },
  { as: 'demo-retailer', ask: 'number of goods I am holding', states: [countOf({ custodian: 'demo-retailer' })] },
  {
    as: 'demo-maker',
    ask: 'everything I have manufactured but not shipped',
    states: [listOf({ custodian: 'demo-maker', status: 'manufactured' })],
  },
  {
    as: 'demo-shipper',
    ask: 'what did we pick up in Trondheim',
    outcome: ['answered', ...notAnswered],
    states: [ifAnswered(saysNone)],
  },
  {
    as: 'demo-shipper',
    ask: 'list my shipments of this week',
    states: [
      either2(
        listEvents({ action: 'shipped', by: 'demo-shipper', from: '2026-03-02' }),
        assetsWith({ action: 'shipped', by: 'demo-shipper', from: '2026-03-02' }),
      ),
    ],
  },
  {
    as: 'demo-retailer',
    ask: 'how many parcels did I get in Bergen last month',
    states: [
      countEvents({ action: 'received', by: 'demo-retailer', place: 'Bergen', from: '2026-02-01', to: '2026-02-28' }),
    ],
  },
  { as: 'demo-retailer', ask: 'which goods are coming my way', states: [listOf({ addressee: 'demo-retailer' })] },
  {
    as: 'demo-maker',
    ask: 'who is my best customer',
    states: [mainPartnerOf('demo-maker')],
    outcome: ['answered', 'clarify'],
  },
  { as: 'demo-retailer', ask: 'when was my last receipt', states: [lastActiveDay('demo-retailer', 'received')] },
  { after: ['where is NLW-2026-016?'], ask: 'who brought it there', states: [whoOf('NLW-2026-016', 'received')] },
  {
    after: ['how many deliveries were there in January?'],
    ask: 'what about February',
    states: [countEvents({ action: 'delivered', from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    after: ['who is coldchain-one?'],
    ask: 'and what are they holding at the moment',
    states: [listOf({ custodian: 'coldchain-one' })],
  },
  {
    after: ['list the luxury goods in Paris'],
    ask: 'and the ones in Madrid',
    states: [listOf({ category: 'Luxury', place: 'Madrid' })],
  },
  { after: ['when was LUM-2026-014 delivered?'], ask: 'by whom?', states: [whoOf('LUM-2026-014', 'delivered')] },
  { after: ['status of HLX-2026-011'], ask: 'same for NLA-2026-01', states: [statusOf('NLA-2026-01')] },
  {
    after: ['how many shipments by alpenrail'],
    ask: 'only those from Kolding',
    states: [countEvents({ action: 'shipped', by: 'alpenrail', place: 'Kolding' })],
  },
  {
    ask: 'who manufactured LUM-2026-014, and where is it now?',
    states: [whoOf('LUM-2026-014', 'manufactured'), placeOf('LUM-2026-014')],
    part: 'everything',
  },
  {
    ask: 'count the food items; also, who has the most of them?',
    states: [countOf({ category: 'Food' }), mostFrequent('custodian', { category: 'Food' })],
    part: 'everything',
  },
  {
    ask: 'Number of shippers and number of retailers?',
    states: [countParticipants(ofRole('shipper')), countParticipants(ofRole('retailer'))],
    part: 'everything',
  },
];
