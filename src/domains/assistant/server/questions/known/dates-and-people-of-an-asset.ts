import { holderOf, placeOf } from '../facts/facts-of-assets.ts';
import {
  blockOf,
  dayOf,
  hasEvent,
  hashOfEvent,
  sentToOf,
  timeBetween,
  whereOf,
  whoOf,
} from '../facts/facts-of-events.ts';
import { timeSince } from '../facts/facts-of-sets.ts';
import { earlierOf, either2, namesHandled, noSuchEvent, timesOf, yesBefore } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const datesAndPeopleOfAnAsset: readonly Question[] = [
  { ask: 'when did KVC-BERGEN-1 arrive in Bergen', states: [dayOf('KVC-BERGEN-1', 'delivered')] },
  { ask: 'What day was NLW-2026-005 manufactured?', states: [dayOf('NLW-2026-005', 'manufactured')] },
  { ask: 'When was KVC-2026-001 returned?', states: [dayOf('KVC-2026-001', 'returned')] },
  { ask: 'when was PLD-2026-010 first shipped?', states: [dayOf('PLD-2026-010', 'shipped', 'first')] },
  { ask: 'When did HLX-2026-012 leave Basel?', states: [dayOf('HLX-2026-012', 'shipped', 'first')] },
  { ask: 'When did KVC-BERGEN-1 reach Mombasa?', states: [dayOf('KVC-BERGEN-1', 'received', 'first')] },
  { ask: 'when was NLW-2026-019 inspected', states: [dayOf('NLW-2026-019', 'quality_check')] },
  {
    ask: 'When did demo-retailer receive KVC-2026-003?',
    states: [dayOf('KVC-2026-003', 'received', 'last', 'demo-retailer')],
  },
  { ask: 'Who manufactured PLD-2026-007?', states: [whoOf('PLD-2026-007', 'manufactured')] },
  { ask: 'Who delivered HLX-2026-012?', states: [whoOf('HLX-2026-012', 'delivered')] },
  { ask: 'which carrier brought KVC-2026-001 to Oslo', states: [whoOf('KVC-2026-001', 'delivered')] },
  { ask: 'Which carrier transported LUM-2026-011?', states: [whoOf('LUM-2026-011', 'received', 'first')] },
  {
    ask: 'who sent HLX-2026-014 back... sorry, who returned HLX-2026-005?',
    states: [whoOf('HLX-2026-005', 'returned')],
  },
  { ask: 'who returned NLW-2026-001', states: [whoOf('NLW-2026-001', 'returned')] },
  { ask: 'to whom did kivu-coffee ship KVC-2026-017?', states: [sentToOf('KVC-2026-017', 'shipped', 'first')] },
  {
    ask: 'who was the shipment of LUM-2026-004 from Zürich addressed to',
    states: [sentToOf('LUM-2026-004', 'shipped', 'last')],
  },
  { ask: 'Where was HLX-2026-003 manufactured?', states: [whereOf('HLX-2026-003', 'manufactured')] },
  { ask: 'origin of KVC-2026-003', states: [whereOf('KVC-2026-003', 'manufactured')] },
  {
    ask: 'At which port was KVC-2026-001 received by the shipper?',
    states: [whereOf('KVC-2026-001', 'received', 'first')],
  },
  { ask: 'where did NLA-2026-02 get shipped from most recently', states: [whereOf('NLA-2026-02', 'shipped', 'last')] },
  { ask: 'in which block was HLX-2026-003 manufactured?', states: [blockOf('HLX-2026-003', 'manufactured')] },
  {
    ask: 'how many days was KVC-BERGEN-1 under way from its first shipment until delivery',
    states: [timeBetween('KVC-BERGEN-1', ['shipped', 'first'], ['delivered'])],
  },
  {
    ask: 'how long between manufacture and delivery of LUM-2026-011',
    states: [timeBetween('LUM-2026-011', ['manufactured'], ['delivered'])],
  },
  {
    ask: 'How long was PLD-2026-010 in transit, from first shipped to delivered?',
    states: [timeBetween('PLD-2026-010', ['shipped', 'first'], ['delivered'])],
  },
  {
    ask: 'how many days after delivery was KVC-2026-001 returned?',
    states: [timeBetween('KVC-2026-001', ['delivered'], ['returned'])],
  },
  {
    ask: 'how long did it take NLW-2026-019 to get from Trondheim to Lyon',
    states: [
      either2(
        timeBetween('NLW-2026-019', ['shipped', 'first'], ['delivered']),
        timeBetween('NLW-2026-019', ['manufactured'], ['delivered']),
      ),
    ],
  },
  { ask: 'was HLX-2026-012 ever inspected?', states: [noSuchEvent('HLX-2026-012', 'quality_check')] },
  { ask: 'Has PLD-2026-003 ever been returned?', states: [noSuchEvent('PLD-2026-003', 'returned')] },
  { ask: 'did anyone return KVC-2026-012?', states: [hasEvent('KVC-2026-012', 'returned')] },
  { ask: 'was PLD-2026-023 delivered yet, and if so when', states: [noSuchEvent('PLD-2026-023', 'delivered')] },
  { ask: 'How often was HLX-2026-003 shipped?', states: [timesOf('HLX-2026-003', 'shipped')] },
  { ask: 'how many quality checks did LUM-2026-011 go through?', states: [timesOf('LUM-2026-011', 'quality_check')] },
  { ask: 'which participants touched KVC-BERGEN-1', states: [namesHandled('KVC-BERGEN-1')], part: 'everything' },
  {
    ask: 'Was HLX-2026-003 delivered before 10 January?',
    states: [yesBefore('HLX-2026-003', 'delivered', '2026-01-10')],
  },
  {
    ask: 'did PLD-2026-010 arrive before the 15th of January?',
    states: [yesBefore('PLD-2026-010', 'delivered', '2026-01-15')],
  },
  {
    ask: 'which was delivered first, HLX-2026-003 or HLX-2026-012?',
    states: [earlierOf('HLX-2026-003', 'HLX-2026-012', 'delivered')],
  },
  { ask: 'how many days since KVC-2026-001 was shipped', states: [timeSince('KVC-2026-001', 'shipped')] },
  { ask: 'how long has HLX-2026-007 been in Frankfurt', states: [timeSince('HLX-2026-007', 'received')] },
  {
    ask: 'first 3 events of LUM-2026-004',
    states: [blockOf('LUM-2026-004', 'manufactured', 'first'), blockOf('LUM-2026-004', 'received', 'first')],
    part: 'reply',
  },
  {
    ask: 'transaction hash of the delivery of LUM-2026-011',
    event: ['LUM-2026-011', 'delivered'],
    states: [hashOfEvent('LUM-2026-011', 'delivered')],
    part: 'reply',
  },
  { ask: 'whom does NLA-2026-02 go to', states: [holderOf('NLA-2026-02', 'addressee')] },
  { ask: 'to where was KVC-2026-017 shipped', states: [placeOf('KVC-2026-017')] },
];
