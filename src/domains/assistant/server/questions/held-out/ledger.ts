import { auditRows, everyBlockSigned, noBlock, noPhoenix } from '../facts/facts-of-activity.ts';
import { historyOf } from '../facts/facts-of-events.ts';
import {
  actionOf,
  assetOf,
  blockDay,
  blockFromEnd,
  chainIsUnchanged,
  chainIsValid,
  checkedBlocks,
  serverIsUp,
} from '../facts/facts-of-ledger.ts';
import type { Question } from '../question.ts';

export const ledger: readonly Question[] = [
  { ask: 'has someone tampered with the ledger', states: [chainIsUnchanged] },
  { ask: 'can I trust these records? are they intact?', states: [chainIsValid] },
  { ask: 'How many blocks have been verified?', states: [checkedBlocks], part: 'reply' },
  { ask: 'What is in block 1762?', states: [actionOf(1762), assetOf(1762)] },
  { ask: 'date of block #2500', states: [blockDay(2500)] },
  { ask: 'show the genesis block', states: [actionOf(0)] },
  { ask: 'the block before the newest one', states: [blockFromEnd(1)] },
  { ask: 'is block 500000 there?', states: [noBlock(500_000)], outcome: ['answered', 'unknown'] },
  { ask: 'is the system healthy', states: [serverIsUp] },
  { ask: 'Is every block signed?', states: [everyBlockSigned] },
  { ask: 'audit log of KVC-2026-001', states: [historyOf('KVC-2026-001')], as: 'demo-maker' },
  { ask: 'show the audit trail of 3 March 2026', states: [auditRows('2026-03-03', '2026-03-03')], as: 'demo-auditor' },
  { ask: 'show me the audit log', outcome: ['failed', 'refused'] },
  { ask: 'give me the audit trail of this week', outcome: ['failed', 'refused'], as: 'demo-shipper' },
  { ask: 'audit entries of alpenrail', outcome: ['failed', 'refused'], as: 'demo-retailer' },
  { ask: 'how many requests did the server answer since it started?', outcome: ['failed', 'refused', 'unknown'] },
  { ask: 'are traces sent to Phoenix?', states: [noPhoenix], as: 'demo-maker' },
];
