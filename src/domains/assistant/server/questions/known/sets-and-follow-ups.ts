import { canValidateChain } from '#domains/ledger/contract.ts';
import { areThere, countOf, listOf, noneOf } from '../facts/facts-of-assets.ts';
import { dayOf, listEvents } from '../facts/facts-of-events.ts';
import { countHaving, listWithAll } from '../facts/facts-of-exclusions.ts';
import { sharesOf } from '../facts/facts-of-market-and-billing.ts';
import { countParticipants, joinedOn } from '../facts/facts-of-participants.ts';
import { areaOf, extreme } from '../facts/facts-of-registry.ts';
import { heldByRoles, says, saysOneOf } from '../facts/facts-of-the-guide.ts';
import { notAnswered, type Question } from '../question.ts';

export const setsAndFollowUps: readonly Question[] = [
  {
    ask: 'how many assets did demo-maker produce that are now in France',
    states: [countHaving({ action: 'manufactured', by: 'demo-maker' }, { place: 'France' })],
  },
  { ask: 'all vaccines', states: [listOf({ named: 'vaccine' })] },
  { ask: 'is there a product called Silk scarf?', states: [areThere({ named: 'silk scarf' })] },
  { ask: 'is there insulin in Madrid', states: [noneOf({ named: 'insulin', place: 'Madrid' })] },
  { ask: 'how many assets lack a batch', states: [countOf({ where: ({ batch }) => batch === undefined })] },
  { ask: 'are more than 20 assets in Bergen?', states: [saysOneOf('no')] },
  {
    ask: 'which pharma items sit with apotek-nord in Aarhus',
    states: [listOf({ category: 'Pharma', custodian: 'apotek-nord', place: 'Aarhus' })],
  },
  {
    ask: 'show goods made in Delft in January that are in Sevilla now',
    states: [
      listWithAll([{ action: 'manufactured', place: 'Delft', from: '2026-01-01', to: '2026-01-31' }], {
        place: 'Sevilla',
      }),
    ],
  },
  {
    ask: 'how many things does Mercado Sur have lying around in Spain',
    states: [countOf({ custodian: 'mercado-sur', place: 'Spain' })],
  },
  { ask: 'what percentage of the food is in Norway', states: [saysOneOf('48%', '48 %')] },
  { ask: 'is LUM-2026-014 genuine?', outcome: notAnswered },
  { ask: 'how far is HLX-2026-007', outcome: notAnswered },
  { ask: 'who recorded most blocks', outcome: notAnswered },
  { ask: 'when was the last checkpoint signed', outcome: notAnswered },
  { ask: 'when do I have to pay for the first time', outcome: notAnswered },
  { ask: 'which role has the most participants', states: [saysOneOf('5 manufacturers')] },
  { ask: 'how many square feet do all commercial buildings have together', states: [areaOf({ type: 'commercial' })] },
  { ask: 'which neighborhood has the lowest average value', states: [saysOneOf('Chapel Row')] },
  { ask: 'what does a retailer do', states: [saysOneOf('Record receipts', 'receipts')] },
  {
    ask: 'what is the difference between shipped and delivered',
    cites: 'What the statuses mean',
    states: [says('shipped', 'delivered')],
  },
  { ask: 'who is able to validate the chain', states: [heldByRoles(canValidateChain)] },
  { ask: 'can a third party verify a proof', cites: 'Verify without this server', states: [says('cairn verify')] },
  {
    after: ['which properties owe tax in Quayside'],
    ask: 'which owes the most',
    states: [extreme('taxOwed', 'highest', { neighborhood: 'Quayside' })],
  },
  {
    after: ['shares of 125 Main Street'],
    ask: "what's the last price",
    states: [sharesOf('125 Main Street', 'lastSalePrice')],
  },
  { after: ['who made LUM-2026-014'], ask: 'when did they join', states: [joinedOn('atelier-lumen')] },
  {
    after: ['which assets are in Oslo'],
    ask: 'only the luxury ones',
    states: [listOf({ place: 'Oslo', category: 'Luxury' })],
  },
  { after: ['how many food assets are there'], ask: 'and luxury', states: [countOf({ category: 'Luxury' })] },
  {
    ask: 'how many participants have recorded no event',
    states: [countParticipants(({ eventCount }) => eventCount === 0)],
  },
  { ask: 'top 3 properties by value', states: [saysOneOf('HB-0010-003')] },
  { ask: 'how many blocks were written in March', states: [saysOneOf('blocks')], outcome: ['answered'] },
  {
    after: ['shipments in January'],
    ask: 'just those from Trondheim',
    states: [listEvents({ action: 'shipped', place: 'Trondheim', from: '2026-01-01', to: '2026-01-31' })],
  },
  {
    after: ['who made LUM-2026-008?'],
    ask: 'and the day it was delivered',
    states: [dayOf('LUM-2026-008', 'delivered')],
  },
];
