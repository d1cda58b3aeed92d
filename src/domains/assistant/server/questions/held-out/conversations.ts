import { countOf, holderOf, lineageOf, listOf, placeOf } from '../facts/facts-of-assets.ts';
import { countEvents, dayOf, metaOf, whoOf } from '../facts/facts-of-events.ts';
import { actionOf, isBlock, userOf } from '../facts/facts-of-ledger.ts';
import { activeOf, listParticipants, ofRole } from '../facts/facts-of-participants.ts';
import { assessedAt } from '../facts/facts-of-registry.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const conversations: readonly Question[] = [
  { ask: 'thx', isSmallTalk: true },
  { ask: 'good morning', isSmallTalk: true },
  { ask: 'ok great', isSmallTalk: true },
  { after: ['where is PLD-2026-003'], ask: 'and PLD-2026-023?', states: [placeOf('PLD-2026-023')] },
  {
    after: ['When was HLX-2026-003 delivered?'],
    ask: 'and when was it manufactured?',
    states: [dayOf('HLX-2026-003', 'manufactured')],
  },
  {
    after: ['who manufactured NLP-2026-01?'],
    ask: 'what was made from it',
    states: [either2(lineageOf('NLP-2026-01', 'downstream'), lineageOf('NLP-2026-01', 'downstream', 1))],
  },
  {
    after: ['status of KVC-2026-003'],
    ask: 'why was it returned?',
    states: [metaOf('KVC-2026-003', 'reason', 'returned')],
  },
  { after: ['How many assets are in transit?'], ask: 'which ones?', states: [listOf({ status: 'in transit' })] },
  { after: ['How many assets are in transit?'], ask: 'and delivered?', states: [countOf({ status: 'delivered' })] },
  { after: ['how many shippers are there?'], ask: 'who are they', states: [listParticipants(ofRole('shipper'))] },
  {
    after: ['how many shipments in february'],
    ask: 'how many of those were by alpenrail?',
    states: [countEvents({ action: 'shipped', by: 'alpenrail', from: '2026-02-01', to: '2026-02-28' })],
  },
  { after: ['show block 900'], ask: 'what is the one before', states: [isBlock(899), actionOf(899)] },
  {
    after: ['block {block}'],
    ask: 'who recorded it?',
    event: ['KVC-BERGEN-1', 'received'],
    states: [userOf(['KVC-BERGEN-1', 'received'])],
  },
  {
    after: ['tax owed on 109 Linden Street?'],
    ask: 'and what is it assessed at',
    states: [assessedAt('109 Linden Street')],
  },
  { after: ['where is it?'], ask: 'HLX-2026-019', states: [placeOf('HLX-2026-019')] },
  { after: ['when was it delivered?'], ask: 'I mean KVC-2026-017', states: [dayOf('KVC-2026-017', 'delivered')] },
  {
    ask: 'who made LUM-2026-004 and who holds it now',
    states: [whoOf('LUM-2026-004', 'manufactured'), holderOf('LUM-2026-004')],
    part: 'reply',
  },
  {
    ask: 'how many shippers and how many retailers are there',
    states: [activeOf('shippers'), activeOf('retailers')],
    part: 'everything',
  },
];
