import { auditCountBy, auditRows, noBlock, noPhoenix, placeOfBlock } from '../facts/facts-of-activity.ts';
import { historyOf } from '../facts/facts-of-events.ts';
import {
  actionOf,
  assetOf,
  blockDay,
  chainIsUnchanged,
  chainIsValid,
  checkedBlocks,
  serverIsUp,
  userOf,
  versionOf,
} from '../facts/facts-of-ledger.ts';
import type { Question } from '../question.ts';

export const ledger: readonly Question[] = [
  { ask: 'has someone tampered with the ledger', states: [chainIsUnchanged] },
  { ask: 'can I trust these records? are they intact?', states: [chainIsValid] },
  { ask: 'How many blocks have been verified?', states: [checkedBlocks], part: 'reply' },
  {
    ask: 'What is in block {block}?',
    event: ['HLX-2026-003', 'manufactured'],
    states: [actionOf(['HLX-2026-003', 'manufactured']), assetOf(['HLX-2026-003', 'manufactured'])],
  },
  {
    ask: 'Who recorded block {block}?',
    event: ['KVC-BERGEN-1', 'received'],
    states: [userOf(['KVC-BERGEN-1', 'received'])],
  },
  { ask: 'date of block #2500', states: [blockDay(2500)] },
  { ask: 'show the genesis block', states: [actionOf(0)] },
  { ask: 'when did this ledger start? date of block zero', states: [blockDay(0)] },
  {
    ask: 'Where did the event in block {block} happen?',
    event: ['NLA-2026-02', 'received'],
    states: [placeOfBlock('NLA-2026-02', 'received')],
  },
  { ask: 'is block 500000 there?', states: [noBlock(500_000)], outcome: ['answered', 'unknown', 'failed'] },
  { ask: 'is the system healthy', states: [serverIsUp] },
  { ask: 'which version of Cairn is running?', states: [versionOf] },
  { ask: 'How many audit entries does demo-shipper have?', states: [auditCountBy('demo-shipper')], as: 'demo-auditor' },
  { ask: 'audit log of KVC-2026-001', states: [historyOf('KVC-2026-001')], as: 'demo-maker' },
  { ask: 'show the audit trail of 3 March 2026', states: [auditRows('2026-03-03', '2026-03-03')], as: 'demo-auditor' },
  { ask: 'give me the audit trail of this week', outcome: ['failed', 'refused'], as: 'demo-shipper' },
  { ask: 'are traces sent to Phoenix?', states: [noPhoenix], as: 'demo-maker' },
];
