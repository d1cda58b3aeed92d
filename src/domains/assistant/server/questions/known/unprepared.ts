import {
  areThere,
  countOf,
  fieldOf,
  holderOf,
  lineageOf,
  listOf,
  placeOf,
  recallOf,
} from '../facts/facts-of-assets.ts';
import {
  assetsWith,
  countEvents,
  dayOf,
  hasEvent,
  lastWeek,
  listEvents,
  metaOf,
  mostEvents,
  newestEvents,
  timeBetween,
  whereOf,
  whoOf,
} from '../facts/facts-of-events.ts';
import { countWithout } from '../facts/facts-of-exclusions.ts';
import { actionOf, assetOf, chainIsValid, chainLength, newestBlock } from '../facts/facts-of-ledger.ts';
import { cashOf, cheapestPlan, ownPlan, planNumber, sharesOf } from '../facts/facts-of-market-and-billing.ts';
import {
  busiest,
  countParticipants,
  idleParticipants,
  joinedOn,
  listParticipants,
  ofRole,
  roleOf,
} from '../facts/facts-of-participants.ts';
import { averageReading, extremeReading } from '../facts/facts-of-readings.ts';
import {
  assessedAt,
  countProperties,
  extreme,
  listedProperties,
  owedBy,
  sumOf,
  taxOf,
} from '../facts/facts-of-registry.ts';
import { says, saysOneOf } from '../facts/facts-of-the-guide.ts';
import { either2, lastActionOf, shareOf, yesAt } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

export const unprepared: readonly Question[] = [
  {
    ask: 'How many pharma products are currently not in Sweden?',
    states: [countOf({ category: 'Pharma', where: ({ currentLocation = '' }) => !currentLocation.includes('Sweden') })],
  },
  {
    ask: 'Electronics or IoT goods located in Sevilla',
    states: [listOf({ place: 'Sevilla', where: ({ category = '' }) => ['Electronics', 'IoT'].includes(category) })],
  },
  { ask: 'Number of assets that nobody has shipped yet', states: [countWithout({ action: 'shipped' })] },
  { ask: 'What is stuck at the factory?', states: [listOf({ status: 'manufactured' })] },
  {
    ask: 'give me the list of everything mercado-sur is holding in Spain',
    states: [listOf({ custodian: 'mercado-sur', place: 'Spain' })],
  },
  {
    ask: 'Is anything of ours still in Utrecht',
    as: 'demo-maker',
    states: [saysOneOf('no', '0', 'none')],
  },
  {
    ask: 'food that was received in Bergen in the first half of February',
    states: [
      assetsWith({
        action: 'received',
        place: 'Bergen',
        from: '2026-02-01',
        to: '2026-02-14',
        where: ({ assetId }) => assetId.startsWith('KV'),
      }),
    ],
  },
  { ask: 'which vaccines did not pass their inspection', outcome: ['answered'], states: [saysOneOf('0', 'no')] },
  {
    ask: 'how many receptions in Paris without damage to the seal',
    states: [countEvents({ action: 'received', place: 'Paris', where: ({ meta }) => meta['condition'] === 'intact' })],
  },
  {
    ask: 'shipments leaving Trondheim last week',
    states: [lastWeek((period) => listEvents({ action: 'shipped', place: 'Trondheim', ...period }))],
  },
  {
    ask: 'how many items were produced between January 10 and January 20',
    states: [countEvents({ action: 'manufactured', from: '2026-01-10', to: '2026-01-20' })],
  },
  { ask: 'top place for deliveries', states: [mostEvents('location', { action: 'delivered' })] },
  { ask: 'who ships most often', states: [mostEvents('participant', { action: 'shipped' })] },
  { ask: 'what proportion of the stock is luxury', states: [shareOf({ category: 'Luxury' })] },
  { ask: 'and what of KVC-2026-023, who keeps it?', states: [holderOf('KVC-2026-023')] },
  { ask: 'plese tell where PLD-2026-017 is beeing right now', states: [placeOf('PLD-2026-017')] },
  { ask: 'NLW-2026-025: what happend last?', states: [lastActionOf('NLW-2026-025')] },
  {
    ask: 'KVC-2026-014 delivered when and by who',
    states: [dayOf('KVC-2026-014', 'delivered'), whoOf('KVC-2026-014', 'delivered')],
    part: 'reply',
  },
  { ask: 'In which place was NLH-2026-02 produced?', states: [whereOf('NLH-2026-02', 'manufactured')] },
  {
    ask: 'time needed by LUM-2026-009 from the workshop to the customer',
    states: [timeBetween('LUM-2026-009', ['manufactured'], ['delivered'])],
  },
  { ask: 'LUM-2026-008 is in Paris, right?', states: [yesAt('LUM-2026-008', 'Paris')] },
  { ask: 'has KVC-2026-016 gone through any quality check', states: [hasEvent('KVC-2026-016', 'quality_check')] },
  {
    ask: 'which container brought KVC-2026-015 away from the origin',
    states: [metaOf('KVC-2026-015', 'container', 'shipped', 'first')],
  },
  {
    ask: 'average shock when alpenrail ships',
    states: [averageReading('shock_g', { by: 'alpenrail', action: 'shipped' })],
  },
  {
    ask: 'at which place was the lowest temperature recorded',
    states: [extremeReading('temperature_celsius', 'lowest')],
  },
  {
    ask: 'What components does NLH-2026-02 consist of',
    states: [either2(lineageOf('NLH-2026-02', 'upstream'), lineageOf('NLH-2026-02', 'upstream', 1))],
  },
  {
    ask: 'We have a contamination in KVG-R-2026-01, which goods do we have to pull from the shelves?',
    states: [recallOf('KVG-R-2026-01')],
  },
  { ask: 'batch no. of LUM-2026-011', states: [fieldOf('LUM-2026-011', 'batch')] },
  {
    ask: 'Any assets with anomalies in Valencia?',
    states: [areThere({ place: 'Valencia', where: ({ anomalyCount }) => anomalyCount > 0 })],
  },
  {
    ask: 'how many of the participants are not shippers',
    states: [countParticipants(({ role }) => role !== 'shipper')],
  },
  { ask: 'haulage companies?', states: [listParticipants(ofRole('shipper'))] },
  { ask: 'which participants have nothing in stock', states: [idleParticipants('assets')] },
  { ask: 'least active manufacturer', states: [busiest(ofRole('manufacturer'), 'fewest')] },
  { ask: 'what kind of company is Open Assurance', states: [roleOf('demo-auditor')] },
  { ask: 'when did Alpenrail Freight sign up', states: [joinedOn('alpenrail')] },
  {
    ask: 'is the whole blockchain ok and how many blocks does it have',
    states: [chainIsValid, chainLength],
    part: 'reply',
  },
  { ask: 'most recent block number?', states: [newestBlock] },
  {
    ask: 'Explain what block {block} is about',
    event: ['PLD-2026-013', 'delivered'],
    states: [actionOf(['PLD-2026-013', 'delivered']), assetOf(['PLD-2026-013', 'delivered'])],
    part: 'reply',
  },
  { ask: 'last two returns', states: [newestEvents(2, { action: 'returned' })] },
  {
    after: ['how many food assets are there'],
    ask: 'and how many of them in Bergen?',
    states: [countOf({ category: 'Food', place: 'Bergen' })],
  },
  { after: ['who has NLW-2026-009?'], ask: 'where is it then', states: [placeOf('NLW-2026-009')] },
  {
    after: ['deliveries by alpenrail in january'],
    ask: 'how many were that?',
    states: [countEvents({ action: 'delivered', by: 'alpenrail', from: '2026-01-01', to: '2026-01-31' })],
  },
  {
    ask: 'commercial or mixed properties in Ropewalk',
    states: [
      listedProperties({
        neighborhood: 'Ropewalk',
        where: ({ metadata }) => ['commercial', 'mixed'].includes(metadata.propertyType),
      }),
    ],
  },
  {
    ask: 'how many lots outside of Chapel Row and Garden Hill are residential',
    states: [
      countProperties({
        type: 'residential',
        where: ({ metadata }) => !['Chapel Row', 'Garden Hill'].includes(metadata.neighborhood),
      }),
    ],
  },
  { ask: 'Tax debts of industrial land together', states: [sumOf('taxOwed', { type: 'industrial' })] },
  {
    ask: 'cheapest parcel with a building in Ropewalk',
    states: [extreme('assessedValue', 'lowest', { neighborhood: 'Ropewalk' })],
  },
  { ask: 'outstanding amount for 126 Main Street?', states: [taxOf('126 Main Street')] },
  { ask: 'the city thinks 113 Chandlers Row is worth how much', states: [assessedAt('113 Chandlers Row')] },
  { as: 'demo-resident', ask: 'sum of my tax debts', states: [owedBy('demo-resident')] },
  { ask: 'at what price can I get one share of 326 Main Street', states: [sharesOf('326 Main Street', 'floorPrice')] },
  { as: 'demo-maker', ask: 'my free cash', states: [cashOf('demo-maker')] },
  { ask: 'Business plan: how many users are allowed', states: [planNumber('business', 'maxUsers')] },
  { ask: 'lowest priced plan', states: [cheapestPlan] },
  { as: 'demo-shipper', ask: 'name of our current plan', states: [ownPlan('demo-shipper')] },
  { ask: 'What should I do if I forgot my password?', states: [saysOneOf('password')] },
  { ask: 'can I undo a wrong event', states: [saysOneOf('correct', 'correction')] },
  { ask: 'How do I pay taxes by wire?', states: [says('transfer')] },
  { ask: 'wipe all data of alpenrail', outcome: notAnswered },
  { ask: 'which truck license plate carried NLA-2026-02', outcome: notAnswered },
  { ask: 'are the vaccines effective', outcome: notAnswered },
  { ask: 'Assets that were shipped more than 3 days before they were received', outcome: notAnswered },
  { ask: 'which deliveries arrived too early', outcome: notAnswered },
  { ask: 'goods with a halal label', outcome: notAnswered },
];
