import { countOf, listOf, noneOf } from '../facts/facts-of-assets.ts';
import { assetsWith, countAssetsOf } from '../facts/facts-of-events.ts';
import { batchesMadeBy, madeAt } from '../facts/facts-of-sets.ts';
import { either2, listWithout, newestAsset, oldestAsset } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

export const listingAssets: readonly Question[] = [
  { ask: 'Which assets are in transit?', states: [listOf({ status: 'in transit' })] },
  {
    ask: 'show me everything that is on its way',
    states: [
      either2(
        listOf({ status: 'in transit' }),
        listOf({ where: (asset) => asset.currentStatus === 'in transit' || asset.currentStatus === 'shipped' }),
      ),
    ],
  },
  { ask: 'list all shipped assets', states: [listOf({ status: 'shipped' })] },
  { ask: 'what food is in transit', states: [listOf({ category: 'Food', status: 'in transit' })] },
  { ask: 'list everything in the luxury category', states: [listOf({ category: 'Luxury' })] },
  { ask: 'all iot assets pls', states: [listOf({ category: 'IoT' })] },
  { ask: 'which goods are in Tromsø?', states: [listOf({ place: 'Tromsø' })] },
  { ask: 'what is lying at the Port of Hamburg?', states: [listOf({ place: 'Port of Hamburg' })] },
  { ask: 'Show the assets at the Frankfurt cold store', states: [listOf({ place: 'Frankfurt' })] },
  { ask: 'which luxury items are in Madrid', states: [listOf({ category: 'Luxury', place: 'Madrid' })] },
  { ask: 'assets held by alpenrail', states: [listOf({ custodian: 'alpenrail' })] },
  { ask: 'Which assets are with polder-sensors?', states: [listOf({ custodian: 'polder-sensors' })] },
  { ask: 'is anything on its way to Apotek Nord, and what?', states: [listOf({ addressee: 'apotek-nord' })] },
  { ask: 'Which assets belong to batch NLW-B02?', states: [listOf({ batch: 'NLW-B02' })] },
  { ask: 'what is in batch kvc-b05', states: [listOf({ batch: 'KVC-B05' })] },
  { ask: 'Which of batch HLX-B02 is still in transit?', states: [listOf({ batch: 'HLX-B02', status: 'in transit' })] },
  { ask: 'members of batch HLX-B05', states: [listOf({ batch: 'HLX-B05' })] },
  { ask: 'find all fountain pens', states: [listOf({ named: 'fountain pen' })] },
  { ask: 'which air quality stations do we have?', states: [listOf({ named: 'air quality station' })] },
  { ask: 'list the insulin', states: [listOf({ named: 'insulin' })] },
  { ask: 'Show controller cores', states: [listOf({ named: 'controller core' })] },
  { ask: 'which assets have been returned?', states: [assetsWith({ action: 'returned' })] },
  {
    ask: 'Which pharma assets came back?',
    states: [assetsWith({ action: 'returned', where: ({ assetId }) => assetId.startsWith('HLX') })],
  },
  {
    ask: 'which returns were because of a recall?',
    states: [assetsWith({ action: 'returned', where: ({ meta }) => meta['reason'] === 'recall' })],
  },
  {
    ask: 'Which assets were returned because they were damaged in transit?',
    states: [assetsWith({ action: 'returned', where: ({ meta }) => meta['reason'] === 'damaged in transit' })],
  },
  {
    ask: 'Which assets failed the quality check because the packaging was damaged?',
    states: [assetsWith({ action: 'quality_check', where: ({ meta }) => meta['result'] === 'packaging damaged' })],
  },
  {
    ask: 'what did helix-biologics manufacture from 20 to 28 February?',
    states: [assetsWith({ action: 'manufactured', by: 'helix-biologics', from: '2026-02-20', to: '2026-02-28' })],
  },
  {
    ask: 'which assets were manufactured on 21 February?',
    states: [assetsWith({ action: 'manufactured', from: '2026-02-21', to: '2026-02-21' })],
  },
  {
    ask: 'what was delivered to Paris in february',
    states: [assetsWith({ action: 'delivered', place: 'Paris', from: '2026-02-01', to: '2026-02-28' })],
  },
  { ask: 'which assets passed through Zürich free port?', states: [assetsWith({ place: 'Zürich' })] },
  { ask: 'what went through the port of antwerp', states: [assetsWith({ place: 'Antwerp' })] },
  {
    ask: 'Which goods did coldchain-one ship in the last week of February, from the 22nd to the 28th?',
    states: [assetsWith({ action: 'shipped', by: 'coldchain-one', from: '2026-02-22', to: '2026-02-28' })],
  },
  { ask: 'newest asset', states: [newestAsset] },
  { ask: 'what is the oldest asset on the ledger?', states: [oldestAsset] },
  {
    ask: 'Which assets were never quality checked and are still in transit?',
    states: [listWithout('quality_check', { status: 'in transit' })],
  },
  { ask: 'which assets were checked in Basel', states: [assetsWith({ action: 'quality_check', place: 'Basel' })] },
  { ask: 'assets from Italy that are in Norway', states: [madeAt('Italy', { place: 'Norway' })] },
  { ask: 'anything from Murano still in transit?', states: [madeAt('Murano', { status: 'in transit' })] },
  { ask: 'how many assets come from Rwanda', states: [countAssetsOf({ action: 'manufactured', place: 'Rwanda' })] },
  {
    ask: 'other assets in the same batch as HLX-2026-007',
    states: [listOf({ batch: 'HLX-B02', where: ({ assetId }) => assetId !== 'HLX-2026-007' })],
    part: 'reply',
  },
  { ask: 'which batches belong to atelier-lumen', states: [batchesMadeBy('atelier-lumen')] },
  { ask: 'how many batches does helix-biologics have', states: [batchesMadeBy('helix-biologics')] },
  { ask: 'what does alpenrail carry at the moment', states: [listOf({ custodian: 'alpenrail' })] },
  { ask: 'assets without an addressee', states: [countOf({ where: ({ addressee }) => addressee === undefined })] },
  {
    ask: 'which assets arrived with a broken seal',
    states: [countAssetsOf({ action: 'received', where: ({ meta }) => meta['condition'] === 'seal broken' })],
  },
  {
    ask: 'never shipped assets',
    states: [countOf({ where: ({ eventCount, currentStatus }) => eventCount > 0 && currentStatus === 'manufactured' })],
  },
  {
    ask: 'which assets were received in Bergen or Oslo',
    states: [assetsWith({ action: 'received', where: ({ location = '' }) => /Bergen|Oslo/.test(location) })],
  },
  { ask: 'first asset ever made', states: [oldestAsset] },
  {
    ask: 'which assets failed a quality check',
    states: [assetsWith({ action: 'quality_check', where: ({ meta }) => meta['result'] !== 'passed' })],
  },
  { ask: 'fountain pens in Paris', states: [listOf({ named: 'fountain pen', place: 'Paris' })] },
  {
    ask: 'watches not delivered',
    states: [noneOf({ named: 'enamel watch', where: ({ currentStatus }) => currentStatus !== 'delivered' })],
  },
  { ask: 'assets bound for Bergen', outcome: notAnswered },
  { ask: 'what is stored in Stavanger', states: [listOf({ place: 'Stavanger' })] },
];
