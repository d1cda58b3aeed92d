import { areThere, listOf } from '../facts/facts-of-assets.ts';
import { assetsWith } from '../facts/facts-of-events.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const listingAssets: readonly Question[] = [
  { ask: 'which pharma goods are delivered?', states: [listOf({ category: 'Pharma', status: 'delivered' })] },
  {
    ask: 'Electronics that have only been manufactured so far',
    states: [listOf({ category: 'Electronics', status: 'manufactured' })],
  },
  { ask: 'What do we have in Bergen?', states: [listOf({ place: 'Bergen' })] },
  { ask: 'stuff in tromso', states: [listOf({ place: 'Tromsø' })] },
  { ask: 'what does coldchain-one have right now?', states: [listOf({ custodian: 'coldchain-one' })] },
  { ask: 'what is Blue Strait Shipping holding', states: [listOf({ custodian: 'blue-strait' })] },
  { ask: 'what shipments are addressed to demo-retailer?', states: [listOf({ addressee: 'demo-retailer' })] },
  { ask: 'which parcels is mercado-sur waiting for', states: [listOf({ addressee: 'mercado-sur' })] },
  { ask: 'show batch PLD-B04', states: [listOf({ batch: 'PLD-B04' })] },
  { ask: 'Where are the peaberry bags?', states: [listOf({ named: 'peaberry' })] },
  {
    ask: 'any vaccine in transit?',
    states: [
      either2(areThere({ named: 'vaccine', status: 'in transit' }), listOf({ named: 'vaccine', status: 'in transit' })),
    ],
  },
  { ask: 'what green coffee lots are there', states: [listOf({ named: 'green lot' })] },
  {
    ask: 'which deliveries arrived with a broken seal',
    states: [assetsWith({ action: 'received', where: ({ meta }) => meta['condition'] === 'seal broken' })],
  },
  { ask: 'Which assets have anomalies?', states: [listOf({ where: (asset) => asset.anomalyCount > 0 })] },
  {
    ask: 'Which assets were delivered on 3 March 2026?',
    states: [assetsWith({ action: 'delivered', from: '2026-03-03', to: '2026-03-03' })],
  },
  {
    ask: 'Which pharma shipments were warmer than 6.8 °C?',
    states: [assetsWith({ where: ({ meta }) => Number(meta['temperature_celsius'] ?? 0) > 6.8 })],
  },
  {
    ask: 'which assets had a shock above 2.2 g',
    states: [assetsWith({ where: ({ meta }) => Number(meta['shock_g'] ?? 0) > 2.2 })],
  },
];
