import type { Question } from '../question.ts';

export const proposals: readonly Question[] = [
  {
    ask: 'Record that KVC-2026-021 was received in Oslo',
    as: 'demo-retailer',
    proposes: { action: 'received', asset_id: 'KVC-2026-021', location: 'Oslo' },
  },
  {
    ask: 'ship NLP-2026-03 from Trondheim',
    as: 'demo-maker',
    proposes: { action: 'shipped', asset_id: 'NLP-2026-03', location: 'Trondheim' },
  },
  {
    ask: 'add a quality check for NLK-2026-03',
    as: 'demo-maker',
    proposes: { action: 'quality_check', asset_id: 'NLK-2026-03' },
  },
  {
    ask: 'I want to return KVC-2026-017',
    as: 'demo-retailer',
    proposes: { action: 'returned', asset_id: 'KVC-2026-017' },
  },
  {
    ask: 'create asset NLW-2026-099 in Trondheim',
    as: 'demo-maker',
    proposes: { action: 'manufactured', asset_id: 'NLW-2026-099', location: 'Trondheim' },
  },
  {
    ask: 'record shipped for NLW-2026-016 at Kolding depot',
    as: 'demo-shipper',
    proposes: { action: 'shipped', asset_id: 'NLW-2026-016', location: 'Kolding depot' },
  },
  {
    ask: 'for blue-strait: KVC-2026-021 delivered in Valencia',
    as: 'demo-maker',
    proposes: { user: 'blue-strait', action: 'delivered', asset_id: 'KVC-2026-021', location: 'Valencia' },
  },
  {
    ask: 'please send KVR-2026-01 back, damaged',
    as: 'demo-retailer',
    proposes: { action: 'returned', asset_id: 'KVR-2026-01' },
  },
  {
    ask: 'record KVC-2026-021 delivered at Port of Hamburg',
    as: 'demo-shipper',
    proposes: { action: 'delivered', asset_id: 'KVC-2026-021', location: 'Port of Hamburg' },
  },
  { ask: 'I need to enter a delivery', as: 'demo-retailer', outcome: ['clarify'] },
  {
    after: ['record a shipment'],
    ask: 'NLW-2026-016',
    as: 'demo-shipper',
    proposes: { action: 'shipped', asset_id: 'NLW-2026-016' },
  },
  {
    after: ['who is NLA-2026-01 addressed to?'],
    ask: 'mark it as delivered',
    as: 'demo-shipper',
    proposes: { action: 'delivered', asset_id: 'NLA-2026-01' },
  },
  { ask: 'record that NLA-2026-02 was shipped', outcome: ['refused', 'clarify', 'failed'] },
];
