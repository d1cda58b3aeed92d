import { canValidateChain } from '#domains/ledger/contract.ts';
import { canManufacture, canShip } from '#domains/trace/contract.ts';
import { lastActiveDay } from '../facts/facts-of-activity.ts';
import { countOf, listOf, mostFrequent } from '../facts/facts-of-assets.ts';
import { assetsWith, countEvents, lastWeek, listEvents } from '../facts/facts-of-events.ts';
import { cashOf, ownPlan, ownShares, ownTrialEnd } from '../facts/facts-of-market-and-billing.ts';
import { called, joinedOn, listParticipants, mainPartnerOf, roleOf } from '../facts/facts-of-participants.ts';
import { owedBy, ownedCount } from '../facts/facts-of-registry.ts';
import { roleMay } from '../facts/facts-of-the-guide.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const mine: readonly Question[] = [
  {
    ask: 'how many assets do I have right now',
    as: 'demo-retailer',
    states: [countOf({ custodian: 'demo-retailer' })],
  },
  { ask: 'what is in my hands at the moment', as: 'demo-shipper', states: [listOf({ custodian: 'demo-shipper' })] },
  {
    ask: 'How many of my assets are electronics?',
    as: 'demo-maker',
    states: [countOf({ custodian: 'demo-maker', category: 'Electronics' })],
  },
  {
    ask: 'which parcels am I supposed to receive',
    as: 'demo-shipper',
    states: [listOf({ addressee: 'demo-shipper' })],
  },
  {
    ask: 'What did I ship in February?',
    as: 'demo-shipper',
    states: [
      either2(
        listEvents({ by: 'demo-shipper', action: 'shipped', from: '2026-02-01', to: '2026-02-28' }),
        assetsWith({ by: 'demo-shipper', action: 'shipped', from: '2026-02-01', to: '2026-02-28' }),
      ),
    ],
  },
  {
    ask: 'what did I ship last week',
    as: 'demo-shipper',
    states: [lastWeek((period) => listEvents({ ...period, by: 'demo-shipper', action: 'shipped' }))],
  },
  {
    ask: 'how many deliveries did we make in january',
    as: 'demo-shipper',
    states: [countEvents({ by: 'demo-shipper', action: 'delivered', from: '2026-01-01', to: '2026-01-31' })],
  },
  {
    ask: 'how often did I return goods',
    as: 'demo-retailer',
    states: [countEvents({ by: 'demo-retailer', action: 'returned' })],
  },
  { ask: 'When did I last ship something?', as: 'demo-maker', states: [lastActiveDay('demo-maker', 'shipped')] },
  {
    ask: 'what did I manufacture in january?',
    as: 'demo-maker',
    states: [
      either2(
        listEvents({ by: 'demo-maker', action: 'manufactured', from: '2026-01-01', to: '2026-01-31' }),
        assetsWith({ by: 'demo-maker', action: 'manufactured', from: '2026-01-01', to: '2026-01-31' }),
      ),
    ],
  },
  { ask: 'who do I work with most?', as: 'demo-shipper', states: [mainPartnerOf('demo-shipper')] },
  {
    ask: 'Which participants do I manage?',
    as: 'demo-maker',
    states: [listParticipants(({ managedBy }) => managedBy === 'demo-maker')],
  },
  { ask: 'what is my role', as: 'demo-retailer', states: [roleOf('demo-retailer')] },
  { ask: 'what role do I have here?', as: 'demo-shipper', states: [roleOf('demo-shipper')] },
  { ask: 'who am I?', as: 'demo-maker', states: [called('demo-maker')] },
  { ask: 'when did I sign up', as: 'demo-shipper', states: [joinedOn('demo-shipper')] },
  {
    ask: 'which of my assets are in Bergen',
    as: 'demo-retailer',
    states: [listOf({ custodian: 'demo-retailer', place: 'Bergen' })],
  },
  {
    ask: 'where is most of my stock',
    as: 'demo-retailer',
    states: [mostFrequent('currentLocation', { custodian: 'demo-retailer' })],
  },
  { ask: 'how many properties are mine', as: 'demo-resident', states: [ownedCount('demo-resident')] },
  { ask: 'what do i still have to pay the city', as: 'demo-resident', states: [owedBy('demo-resident')] },
  { ask: 'Which plan am I on?', as: 'demo-shipper', states: [ownPlan('demo-shipper')] },
  { ask: 'when does my trial end', as: 'demo-shipper', states: [ownTrialEnd('demo-shipper')] },
  { ask: 'how much cash do I have to trade with?', as: 'demo-maker', states: [cashOf('demo-maker')] },
  { ask: 'how many shares do I own', as: 'demo-shipper', states: [ownShares('demo-shipper')] },
  { ask: 'which plan am I on', outcome: ['clarify', 'refused', 'unknown', 'failed'] },
  { ask: 'How much property tax do I owe?', outcome: ['clarify', 'refused', 'unknown', 'failed'] },
  { ask: 'am I allowed to ship things?', as: 'demo-shipper', states: [roleMay('shipper', canShip)] },
  { ask: 'may I create assets?', as: 'demo-retailer', states: [roleMay('retailer', canManufacture)] },
  {
    ask: 'am I allowed to start a full validation?',
    as: 'demo-maker',
    states: [roleMay('manufacturer', canValidateChain)],
  },
];
