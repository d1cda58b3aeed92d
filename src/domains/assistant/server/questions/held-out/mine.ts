import { canReadAuditTrail } from '#domains/audit/contract.ts';
import { areThere, listOf, noneOf } from '../facts/facts-of-assets.ts';
import { assetsWith, countEvents, listEvents, newestEvents } from '../facts/facts-of-events.ts';
import { called, eventsBy } from '../facts/facts-of-participants.ts';
import { owedBy, ownedBy } from '../facts/facts-of-registry.ts';
import { roleMay } from '../facts/facts-of-the-guide.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const mine: readonly Question[] = [
  { ask: 'What do I hold?', as: 'demo-retailer', states: [listOf({ custodian: 'demo-retailer' })] },
  { ask: 'my stock', as: 'demo-maker', states: [listOf({ custodian: 'demo-maker' })] },
  { ask: 'what shipments are coming to me?', as: 'demo-retailer', states: [listOf({ addressee: 'demo-retailer' })] },
  {
    ask: 'is anything on its way to us',
    as: 'demo-shipper',
    states: [either2(areThere({ addressee: 'demo-shipper' }), listOf({ addressee: 'demo-shipper' }))],
  },
  { ask: 'how many events have I recorded?', as: 'demo-retailer', states: [eventsBy('demo-retailer')] },
  {
    ask: 'what have I returned so far?',
    as: 'demo-retailer',
    states: [
      either2(
        listEvents({ by: 'demo-retailer', action: 'returned' }),
        assetsWith({ by: 'demo-retailer', action: 'returned' }),
      ),
    ],
  },
  { ask: 'my last 3 events', as: 'demo-maker', states: [newestEvents(3, { by: 'demo-maker' })] },
  {
    ask: 'how many things did I make in february',
    as: 'demo-maker',
    states: [countEvents({ by: 'demo-maker', action: 'manufactured', from: '2026-02-01', to: '2026-02-28' })],
  },
  { ask: 'what is my username', as: 'demo-auditor', states: [called('demo-auditor')] },
  {
    ask: 'Do I have any pharma goods?',
    as: 'demo-retailer',
    states: [noneOf({ custodian: 'demo-retailer', category: 'Pharma' })],
  },
  {
    ask: 'do I hold anything that is in transit?',
    as: 'demo-retailer',
    states: [
      either2(
        areThere({ custodian: 'demo-retailer', status: 'in transit' }),
        listOf({ custodian: 'demo-retailer', status: 'in transit' }),
      ),
    ],
  },
  { ask: 'What properties do I own?', as: 'demo-resident', states: [ownedBy('demo-resident')] },
  { ask: 'How much tax do I owe in total?', as: 'demo-resident', states: [owedBy('demo-resident')] },
  { ask: 'what do I hold?', outcome: ['clarify', 'refused', 'unknown', 'failed'] },
  {
    ask: 'can I read the audit trail with my account',
    as: 'demo-retailer',
    states: [roleMay('retailer', canReadAuditTrail)],
  },
];
