import {
  firstEventDay,
  lastActiveDay,
  lastEventDay,
  mainProductOf,
  newestParticipant,
  passedShare,
  placesOf,
} from '../facts/facts-of-activity.ts';
import { countOf, listOf, mostFrequent } from '../facts/facts-of-assets.ts';
import {
  assetsWith,
  blockOf,
  countAssetsOf,
  countEvents,
  lastDays,
  lastWeek,
  listEvents,
  mostEvents,
  newestEvents,
} from '../facts/facts-of-events.ts';
import {
  blockFromEnd,
  chainIsUnchanged,
  chainIsValid,
  chainLength,
  newestBlock,
  noWitnesses,
  signedBlocks,
  userOf,
} from '../facts/facts-of-ledger.ts';
import {
  busiest,
  countParticipants,
  displayNameOf,
  eventsBy,
  idleParticipants,
  joinedOn,
  listParticipants,
  mainPartnerOf,
  managerOf,
  ofRole,
  partnersOf,
  roleOf,
} from '../facts/facts-of-participants.ts';
import { anyReading, averageReading, extremeReading, readingsWith } from '../facts/facts-of-readings.ts';
import { addresseesOf, worksWith } from '../facts/facts-of-sets.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';
import type { WorldEvent } from '../world.fixture.ts';

const january = { from: '2026-01-01', to: '2026-01-31' };
const february = { from: '2026-02-01', to: '2026-02-28' };

const byEither = ({ participant }: WorldEvent) => participant === 'alpenrail' || participant === 'blue-strait';

export const activityAsPeopleSayIt: readonly Question[] = [
  {
    ask: 'how many parcels did alpenrail send out in February',
    states: [countEvents({ action: 'shipped', by: 'alpenrail', ...february })],
  },
  {
    ask: 'what was the number of deliveries carried out by blue-strait during January?',
    states: [countEvents({ action: 'delivered', by: 'blue-strait', ...january })],
  },
  {
    ask: 'How many quality checks have we done so far this year?',
    states: [countEvents({ action: 'quality_check', from: '2026-01-01', to: '2026-12-31' })],
  },
  { ask: 'share of passed inspections', states: [passedShare] },
  { ask: 'what percentage of quality checks went well', states: [passedShare] },
  { ask: 'shipments since the 20th of February', states: [listEvents({ action: 'shipped', from: '2026-02-20' })] },
  {
    ask: 'how many receipts were there up to and including January 15',
    states: [countEvents({ action: 'received', to: '2026-01-15' })],
  },
  {
    ask: 'deliveries before February 2026, how many?',
    states: [countEvents({ action: 'delivered', to: '2026-01-31' })],
  },
  {
    ask: 'how many things got produced after 10 February',
    states: [countEvents({ action: 'manufactured', from: '2026-02-11' })],
  },
  {
    ask: 'what was received in Oslo during the last two weeks',
    states: [lastDays(14, (period) => listEvents({ action: 'received', place: 'Oslo', ...period }))],
  },
  { ask: 'who carried out the most inspections', states: [mostEvents('participant', { action: 'quality_check' })] },

  { ask: 'place that sees the most receipts', states: [mostEvents('location', { action: 'received' })] },
  { ask: 'what kind of event happens most', states: [mostEvents('action')] },
  { ask: 'which action is the least frequent', states: [mostEvents('action', {}, 'fewest')] },
  { ask: 'when did the very last return take place', states: [lastEventDay('returned')] },
  { ask: 'the day on which something was last delivered', states: [lastEventDay('delivered')] },
  { ask: 'since when are there events in this ledger', states: [firstEventDay] },
  { ask: 'when was coldchain-one last seen active', states: [lastActiveDay('coldchain-one')] },
  { ask: 'when did alpenrail last ship something', states: [lastActiveDay('alpenrail', 'shipped')] },
  {
    ask: 'shipments not made by alpenrail in February',
    states: [listEvents({ action: 'shipped', ...february, where: ({ participant }) => participant !== 'alpenrail' })],
  },
  {
    ask: 'how many deliveries in January were not by demo-shipper',
    states: [
      countEvents({ action: 'delivered', ...january, where: ({ participant }) => participant !== 'demo-shipper' }),
    ],
  },
  {
    ask: 'number of events in Bergen apart from receipts',
    states: [countEvents({ place: 'Bergen', where: ({ action }) => action !== 'received' })],
  },
  {
    ask: 'what did mercado-sur take in during February',
    states: [listEvents({ action: 'received', by: 'mercado-sur', ...february })],
  },
  {
    ask: 'Everything that alpenrail or blue-strait delivered in January',
    states: [
      either2(
        assetsWith({ action: 'delivered', ...january, where: byEither }),
        listEvents({ action: 'delivered', ...january, where: byEither }),
      ),
    ],
  },
  {
    ask: 'how many distinct assets were delivered in February',
    states: [countAssetsOf({ action: 'delivered', ...february })],
  },
  { ask: 'which goods were returned to the sender', states: [assetsWith({ action: 'returned' })] },
  { ask: 'goods which got inspected in Basel', states: [assetsWith({ action: 'quality_check', place: 'Basel' })] },
  { ask: 'the last 3 inspections', states: [newestEvents(3, { action: 'quality_check' })] },
  { ask: 'latest five shipments please', states: [newestEvents(5, { action: 'shipped' })] },
  {
    ask: 'what happened last week in Stavanger',
    states: [lastWeek((period) => listEvents({ place: 'Stavanger', ...period }))],
  },
  {
    ask: 'how many inspections were not passed',
    states: [countEvents({ action: 'quality_check', where: ({ meta }) => meta['result'] !== 'passed' })],
  },
  {
    ask: 'inspections without a pass',
    states: [listEvents({ action: 'quality_check', where: ({ meta }) => meta['result'] !== 'passed' })],
  },
  {
    ask: 'receipts where the condition was not intact',
    states: [
      listEvents({
        action: 'received',
        where: ({ meta }) => meta['condition'] !== undefined && meta['condition'] !== 'intact',
      }),
    ],
  },
  {
    ask: 'how many shipments went to mercado-sur in January',
    states: [countEvents({ action: 'shipped', ...january, where: ({ meta }) => meta['to'] === 'mercado-sur' })],
  },
  {
    ask: 'shipments addressed to apotek-nord since February',
    states: [listEvents({ action: 'shipped', from: '2026-02-01', where: ({ meta }) => meta['to'] === 'apotek-nord' })],
  },
  { ask: 'to whom does helix-biologics ship', states: [addresseesOf('helix-biologics')] },
  { ask: 'where has coldchain-one delivered to so far', states: [placesOf('coldchain-one', 'delivered')] },
  { ask: 'which product does atelier-lumen turn out most', states: [mainProductOf('atelier-lumen')] },
  {
    ask: 'what temperature was measured on average during shipments by coldchain-one',
    states: [averageReading('temperature_celsius', { by: 'coldchain-one', action: 'shipped' })],
  },
  { ask: 'mean temperature at receipt', states: [averageReading('temperature_celsius', { action: 'received' })] },
  { ask: 'highest shock value ever', states: [extremeReading('shock_g', 'highest')] },
  {
    ask: 'which shipment had the driest coffee (lowest moisture)?',
    states: [extremeReading('moisture_percent', 'lowest')],
  },
  {
    ask: 'did any shipment exceed 6.5 degrees?',
    states: [anyReading('temperature_celsius', (value) => value > 6.5, { action: 'shipped' })],
  },
  { ask: 'how many readings of shock went beyond 2 g', states: [readingsWith('shock_g', (value) => value > 2)] },
  { ask: 'how many companies are signed up here', states: [countParticipants()] },
  { ask: 'how many businesses sell goods to customers', states: [countParticipants(ofRole('retailer'))] },
  { ask: 'who makes things here? list the companies', states: [listParticipants(ofRole('manufacturer'))] },
  {
    ask: 'participants other than manufacturers and shippers',
    states: [listParticipants(({ role }) => role !== 'manufacturer' && role !== 'shipper')],
  },
  { ask: 'which shipper is the most active one', states: [busiest(ofRole('shipper'))] },
  { ask: 'of the retailers, who recorded the fewest events', states: [busiest(ofRole('retailer'), 'fewest')] },
  { ask: 'participants that have never delivered a thing', states: [idleParticipants('delivered')] },
  { ask: 'who was the last to join', states: [newestParticipant] },
  { ask: 'on what date was polder-sensors registered', states: [joinedOn('polder-sensors')] },
  { ask: 'what is the function of coldchain-one', states: [roleOf('coldchain-one')] },
  { ask: 'is blue-strait a carrier?', states: [roleOf('blue-strait')], part: 'everything' },
  { ask: 'full name behind mercado-sur', states: [displayNameOf('mercado-sur')] },
  { ask: 'how many events were written down by atelier-lumen', states: [eventsBy('atelier-lumen')] },
  { ask: 'whom does alpenrail report to', states: [managerOf('alpenrail')] },
  { ask: 'business partners of helix-biologics', states: [partnersOf('helix-biologics')] },
  { ask: 'who does apotek-nord deal with the most', states: [mainPartnerOf('apotek-nord')] },
  { ask: 'have kivu-coffee and mercado-sur ever done business', states: [worksWith('kivu-coffee', 'mercado-sur')] },
  { ask: 'how long is the chain by now', states: [chainLength] },
  { ask: 'number of the latest block', states: [newestBlock] },
  { ask: 'the block right before the newest', states: [blockFromEnd(1)] },
  { ask: 'was anything in the chain tampered with', states: [chainIsUnchanged] },
  { ask: 'does the chain check out?', states: [chainIsValid] },
  { ask: 'how many blocks are covered by a signature', states: [signedBlocks] },
  { ask: 'do we have witnesses? how many', states: [noWitnesses] },
  {
    ask: 'who entered block {block}',
    event: ['NLW-2026-009', 'delivered'],
    states: [userOf(['NLW-2026-009', 'delivered'])],
  },
  { ask: 'in which block was LUM-2026-008 first shipped', states: [blockOf('LUM-2026-008', 'shipped', 'first')] },
  {
    after: ['how many deliveries did blue-strait make in January'],
    ask: 'and alpenrail?',
    states: [countEvents({ action: 'delivered', by: 'alpenrail', ...january })],
  },
  {
    after: ['how many deliveries were there in January'],
    ask: 'list them',
    states: [listEvents({ action: 'delivered', ...january })],
  },
  {
    after: ['show the pharma assets'],
    ask: 'also, who has most of them',
    states: [mostFrequent('custodian', { category: 'Pharma' })],
  },
  {
    after: ['how many food assets are there'],
    ask: 'and without those in Bergen?',
    states: [countOf({ category: 'Food', where: ({ currentLocation = '' }) => !currentLocation.includes('Bergen') })],
  },
  {
    after: ['which assets are in transit'],
    ask: 'which of those are not food?',
    states: [listOf({ status: 'in transit', where: ({ category }) => category !== 'Food' })],
  },
];
