import { canShip } from '#domains/trace/contract.ts';
import { roleMay, says, saysOneOf } from '../facts/facts-of-the-guide.ts';
import type { Question } from '../question.ts';

export const proposals: readonly Question[] = [
  {
    ask: 'please log a delivery of NLA-2026-02 at Kolding depot',
    as: 'demo-shipper',
    proposes: { action: 'delivered', asset_id: 'NLA-2026-02', location: 'Kolding depot' },
  },
  {
    ask: 'NLA-2026-01 has just arrived here, mark it as received',
    as: 'demo-shipper',
    proposes: { action: 'received', asset_id: 'NLA-2026-01' },
  },
  {
    ask: 'we delivered kvc 2026 21 to Valencia',
    as: 'demo-shipper',
    proposes: { action: 'delivered', asset_id: 'KVC-2026-021', location: 'Valencia' },
  },
  {
    ask: 'log that we manufactured NLX-77',
    as: 'demo-maker',
    proposes: { action: 'manufactured', asset_id: 'NLX-77' },
  },
  {
    ask: 'note a reciept of HLX-2026-019 in Göteborg',
    as: 'demo-retailer',
    proposes: { action: 'received', asset_id: 'HLX-2026-019', location: 'Göteborg' },
  },
  {
    ask: 'enter an inspection of PLD-2026-012',
    as: 'demo-maker',
    proposes: { action: 'quality_check', asset_id: 'PLD-2026-012' },
  },
  {
    ask: 'kivu-coffee shipped KVB-2026-03 from Kigali, please record',
    as: 'demo-maker',
    proposes: { user: 'kivu-coffee', action: 'shipped', asset_id: 'KVB-2026-03', location: 'Kigali' },
  },
  {
    ask: 'Could you put down that HLX-2026-007 was shipped by coldchain-one from Frankfurt?',
    as: 'demo-maker',
    proposes: { user: 'coldchain-one', action: 'shipped', asset_id: 'HLX-2026-007', location: 'Frankfurt' },
  },
  {
    ask: 'confirm delivery of NLA-2026-02',
    as: 'demo-retailer',
    proposes: { action: 'delivered', asset_id: 'NLA-2026-02' },
  },
  {
    ask: 'book goods in: NLA-2026-02, Bergen',
    as: 'demo-retailer',
    proposes: { action: 'received', asset_id: 'NLA-2026-02', location: 'Bergen' },
  },
  { ask: 'register acme-metals as a shipper', as: 'demo-maker', proposes: { user: 'acme-metals', role: 'shipper' } },
  {
    ask: 'add a new retailer called fisk-og-vilt',
    as: 'demo-maker',
    proposes: { user: 'fisk-og-vilt', role: 'retailer' },
  },
  {
    ask: 'please sign up participant delta-farms, role manufacturer',
    as: 'demo-auditor',
    proposes: { user: 'delta-farms', role: 'manufacturer' },
  },
  {
    ask: 'new participant tern-logistics',
    as: 'demo-maker',
    outcome: ['clarify', 'proposed'],
    states: [says('tern-logistics')],
    part: 'everything',
  },
  { ask: 'record a shipment', as: 'demo-shipper', outcome: ['clarify'] },
  { ask: 'log a quality check please', as: 'demo-maker', outcome: ['clarify'] },
  {
    after: ['where is NLA-2026-02?'],
    ask: 'ok, record that we received it in Bergen',
    as: 'demo-retailer',
    proposes: { action: 'received', asset_id: 'NLA-2026-02', location: 'Bergen' },
  },
  {
    after: ['status of NLP-2026-03'],
    ask: 'ship it from Trondheim',
    as: 'demo-maker',
    proposes: { action: 'shipped', asset_id: 'NLP-2026-03', location: 'Trondheim' },
  },
  {
    ask: "i've just delivered NLA-2026-02 at the port of Hamburg",
    as: 'demo-shipper',
    proposes: { action: 'delivered', asset_id: 'NLA-2026-02', location: 'port of Hamburg' },
  },
  {
    ask: 'book NLP-2026-03 out to north-shop',
    as: 'demo-maker',
    proposes: { action: 'shipped', asset_id: 'NLP-2026-03' },
  },
  {
    ask: 'make a note that NLP-2026-03 left Trondheim',
    as: 'demo-maker',
    proposes: { action: 'shipped', asset_id: 'NLP-2026-03', location: 'Trondheim' },
  },
  { ask: 'register a new pallet', as: 'demo-maker', proposes: { action: 'manufactured' } },
  {
    ask: 'Register Tern Logistics as a carrier',
    as: 'demo-maker',
    proposes: { user: 'Tern Logistics', role: 'shipper' },
  },
  { ask: 'can I ship NLP-2026-03?', as: 'demo-retailer', states: [roleMay('retailer', canShip)] },
  { ask: 'record that kivu-coffee shipped KVB-2026-03', as: 'demo-shipper', outcome: ['refused'] },
  { ask: 'please correct block {block}', event: ['NLA-2026-02', 'shipped'], as: 'demo-retailer', outcome: ['refused'] },
  { ask: 'add an event: KVC-2026-021 received', outcome: ['refused', 'clarify', 'failed'] },
  { ask: 'create asset XYZ-1', as: 'demo-shipper', outcome: ['refused'] },
  { ask: 'record shipped for KVR-2026-01', as: 'demo-retailer', outcome: ['refused'] },
  { ask: 'manufacture HM-2026-01 in Bergen please', as: 'demo-retailer', outcome: ['refused'] },
  { ask: 'register a participant called gull-freight as shipper', as: 'demo-shipper', outcome: ['refused'] },
  { ask: 'record that KVC-2026-021 was delivered', as: 'demo-auditor', outcome: ['refused'] },
  { ask: 'log received for HLX-2026-007', as: 'demo-resident', outcome: ['refused'] },
  {
    ask: 'record that HLX-2026-007 was checked in Frankfurt, passed, 5 degrees',
    as: 'demo-maker',
    proposes: { action: 'quality_check', asset_id: 'HLX-2026-007', location: 'Frankfurt' },
    states: [saysOneOf('passed'), saysOneOf('5 degrees')],
    part: 'reply',
  },
  {
    ask: 'can you note that NLA-2026-01 just arrived here in good shape? thanks',
    as: 'demo-shipper',
    proposes: { action: 'received', asset_id: 'NLA-2026-01' },
  },
  {
    after: ['record a shipment'],
    ask: 'NLA-2026-01',
    as: 'demo-maker',
    proposes: { action: 'shipped', asset_id: 'NLA-2026-01' },
  },
  {
    after: ['log a quality check in Trondheim'],
    ask: 'NLK-2026-03',
    as: 'demo-maker',
    proposes: { action: 'quality_check', asset_id: 'NLK-2026-03', location: 'Trondheim' },
  },
];
