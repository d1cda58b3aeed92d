import { both, moreEventsOf } from '../facts/facts-about-two.ts';
import {
  countOf,
  eventCountOf,
  fieldOf,
  holderOf,
  lineageOf,
  listOf,
  placeOf,
  recallOf,
  statusOf,
} from '../facts/facts-of-assets.ts';
import { countEvents, dayOf, whoOf } from '../facts/facts-of-events.ts';
import { actionOf, chainIsValid, chainLength, isBlock } from '../facts/facts-of-ledger.ts';
import { planNumber } from '../facts/facts-of-market-and-billing.ts';
import { busiest, eventsBy, ofRole, roleOf } from '../facts/facts-of-participants.ts';
import { assessedAt, countProperties, highestTax, numberOf, sumOf, taxOf } from '../facts/facts-of-registry.ts';
import { addresseesOf } from '../facts/facts-of-sets.ts';
import { either2, oldestOf } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

export const conversations: readonly Question[] = [
  { ask: 'thank you so much!', isSmallTalk: true },
  { ask: 'hello', isSmallTalk: true },
  { ask: 'bye', isSmallTalk: true },
  { ask: 'hi there, how are you?', isSmallTalk: true },
  { ask: 'cheers mate', isSmallTalk: true },
  { after: ['Where is HLX-2026-007?'], ask: 'thanks', isSmallTalk: true },
  { after: ['who has KVC-2026-001?'], ask: 'perfect, thx', isSmallTalk: true },
  { after: ['Where is HLX-2026-007?'], ask: 'and who has it?', states: [holderOf('HLX-2026-007')] },
  { after: ['who has KVC-2026-001?'], ask: 'where is it now', states: [placeOf('KVC-2026-001')] },
  { after: ['status of NLA-2026-02'], ask: 'to whom is it addressed?', states: [holderOf('NLA-2026-02', 'addressee')] },
  {
    after: ['tell me about LUM-2026-011'],
    ask: 'when was it delivered?',
    states: [dayOf('LUM-2026-011', 'delivered')],
  },
  { after: ['where is PLD-2026-003'], ask: 'who made it', states: [whoOf('PLD-2026-003', 'manufactured')] },
  {
    after: ['where is KVR-2026-02?'],
    ask: 'what is it made of?',
    states: [either2(lineageOf('KVR-2026-02', 'upstream'), lineageOf('KVR-2026-02', 'upstream', 1))],
  },
  { after: ['show KVG-R-2026-01'], ask: 'what would a recall of it reach', states: [recallOf('KVG-R-2026-01')] },
  {
    after: ['how many pharma assets are delivered'],
    ask: 'and food?',
    states: [countOf({ category: 'Food', status: 'delivered' })],
  },
  { after: ['which assets are in Bergen'], ask: 'and in Oslo?', states: [listOf({ place: 'Oslo' })] },
  {
    after: ['which assets are delivered?'],
    ask: 'how many of them are pharma?',
    states: [countOf({ category: 'Pharma', status: 'delivered' })],
  },
  {
    after: ['how many events were there in February?'],
    ask: 'and the month before?',
    states: [countEvents({ from: '2026-01-01', to: '2026-01-31' })],
  },
  {
    after: ['which properties are in Quayside'],
    ask: 'how many owe tax',
    states: [countProperties({ neighborhood: 'Quayside', where: ({ taxOwed }) => taxOwed > 0 })],
  },
  { after: ['who is alpenrail?'], ask: 'how many events did they record?', states: [eventsBy('alpenrail')] },
  { after: ['who is blue-strait'], ask: 'what do they hold right now', states: [listOf({ custodian: 'blue-strait' })] },
  {
    after: ['how many events in january?'],
    ask: 'and in february',
    states: [countEvents({ from: '2026-02-01', to: '2026-02-28' })],
  },
  { after: ['where is HLX-2026-007?'], ask: 'no, I meant HLX-2026-004', states: [placeOf('HLX-2026-004')] },
  { after: ['how many assets are in Oslo?'], ask: 'sorry, in Bergen', states: [countOf({ place: 'Bergen' })] },
  {
    after: ['how many pharma assets are there'],
    ask: 'and how many are delivered?',
    states: [countOf({ category: 'Pharma', status: 'delivered' })],
  },
  {
    after: ['which assets are in Bergen'],
    ask: 'how many of these are delivered?',
    states: [countOf({ place: 'Bergen', status: 'delivered' })],
  },
  { after: ['block 1999'], ask: 'and 2001?', states: [isBlock(2001), actionOf(2001)] },
  { after: ['block 1999'], ask: 'and the next one?', states: [isBlock(2000), actionOf(2000)] },
  {
    after: ['how many properties are in Quayside'],
    ask: 'and in Ropewalk?',
    states: [countProperties({ neighborhood: 'Ropewalk' })],
  },
  {
    after: ['what does starter cost per user'],
    ask: 'and business?',
    states: [planNumber('business', 'pricePerUserMonth')],
  },
  {
    after: ['Where is HLX-2026-007?', 'and who has it?'],
    ask: 'since when?',
    states: [dayOf('HLX-2026-007', 'received')],
  },
  { after: ['where is HLX-2026-007', 'thanks'], ask: 'what is its status?', states: [statusOf('HLX-2026-007')] },
  {
    ask: 'Where is NLW-2026-016 and who has it?',
    states: [placeOf('NLW-2026-016'), holderOf('NLW-2026-016')],
    part: 'reply',
  },
  {
    ask: 'when was PLD-2026-010 manufactured and when was it delivered?',
    states: [dayOf('PLD-2026-010', 'manufactured'), dayOf('PLD-2026-010', 'delivered')],
    part: 'everything',
  },
  {
    ask: 'How many assets are in transit and how many are delivered?',
    states: [countOf({ status: 'in transit' }), countOf({ status: 'delivered' })],
    part: 'everything',
  },
  { ask: 'is the chain valid and how long is it?', states: [chainIsValid, chainLength], part: 'reply' },
  {
    ask: 'Where are HLX-2026-007 and HLX-2026-019?',
    states: [both('HLX-2026-007', 'HLX-2026-019', 'currentLocation')],
    part: 'everything',
  },
  {
    ask: 'status of KVC-2026-021 and of PLD-2026-023',
    states: [both('KVC-2026-021', 'PLD-2026-023', 'currentStatus')],
    part: 'everything',
  },
  {
    ask: 'tax owed and assessed value of 507 Main Street',
    states: [taxOf('507 Main Street'), assessedAt('507 Main Street')],
    part: 'everything',
  },
  {
    ask: 'who is helix-biologics and how many assets did they make?',
    states: [roleOf('helix-biologics'), countEvents({ by: 'helix-biologics', action: 'manufactured' })],
    part: 'everything',
  },
  {
    ask: 'compare HLX-2026-003 and HLX-2026-012: which has more events',
    states: [moreEventsOf('HLX-2026-003', 'HLX-2026-012')],
  },
  { ask: 'Hello! Could you tell me where KVC-2026-017 is? Thanks in advance.', states: [placeOf('KVC-2026-017')] },
  {
    ask: 'sorry to bother you but i need to know who delivered LUM-2026-004',
    states: [whoOf('LUM-2026-004', 'delivered')],
  },
  { ask: 'PLEASE TELL ME WHERE NLH-2026-02 IS', states: [placeOf('NLH-2026-02')] },
  { after: ['which assets are in Bergen'], ask: 'the oldest one', states: [oldestOf({ place: 'Bergen' })] },
  { after: ['list pharma assets'], ask: 'sort by date', outcome: notAnswered },
  { after: ['block 1999'], ask: 'how many events that day', outcome: notAnswered },
  { after: ['who is alpenrail?'], ask: 'are they the biggest carrier', outcome: notAnswered },
  { after: ['where is HLX-2026-007'], ask: 'how many events', states: [eventCountOf('HLX-2026-007')] },
  { after: ['KVC-2026-001'], ask: 'batch', states: [fieldOf('KVC-2026-001', 'batch')] },
  { after: ['who is alpenrail?'], ask: 'how many events?', states: [eventsBy('alpenrail')] },
  { after: ['125 Main Street'], ask: 'value', states: [assessedAt('125 Main Street')] },
  {
    after: ['tax owed on 125 Main Street'],
    ask: 'when was it built',
    states: [numberOf('125 Main Street', 'yearBuilt')],
  },
  { after: ['which property owes the most tax'], ask: 'how much?', states: [highestTax] },
  {
    after: ['properties in Quayside'],
    ask: 'how much tax in total',
    states: [sumOf('taxOwed', { neighborhood: 'Quayside' })],
  },
  { after: ['which shippers are there'], ask: 'who is the most active', states: [busiest(ofRole('shipper'))] },
  {
    after: ['what did alpenrail ship in february'],
    ask: 'to whom?',
    states: [addresseesOf('alpenrail', { from: '2026-02-01', to: '2026-02-28' })],
  },
];
