import { eventCountOf, fieldOf, holderOf, isStatus, placeOf, statusOf } from '../facts/facts-of-assets.ts';
import { anomaliesOf, yesHeldBy } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const stateOfAnAsset: readonly Question[] = [
  { ask: 'Where is HLX-2026-007?', states: [placeOf('HLX-2026-007')] },
  { ask: 'In which city is LUM-2026-011?', states: [placeOf('LUM-2026-011')] },
  { ask: 'where is the coffee crate KVC-BERGEN-1', states: [placeOf('KVC-BERGEN-1')] },
  { ask: 'Who has KVC-2026-001?', states: [holderOf('KVC-2026-001')] },
  { ask: 'in whose hands is NLW-2026-016', states: [holderOf('NLW-2026-016')] },
  { ask: 'Is KVC-2026-017 with Havn Market?', states: [yesHeldBy('KVC-2026-017', 'demo-retailer')] },
  { ask: 'What is the status of HLX-2026-019?', states: [statusOf('HLX-2026-019')] },
  { ask: 'did PLD-2026-023 already arrive at its destination', states: [isStatus('PLD-2026-023', 'delivered')] },
  { ask: 'Is NLK-2026-02 still at the manufacturer?', states: [isStatus('NLK-2026-02', 'manufactured')] },
  {
    ask: 'where is HLX-2026-019 headed, i.e. which participant should receive it',
    states: [holderOf('HLX-2026-019', 'addressee')],
  },
  { ask: 'who should receive PLD-2026-012 next?', states: [holderOf('PLD-2026-012', 'addressee')] },
  { ask: 'name of asset PLT-2026-01', states: [fieldOf('PLT-2026-01', 'name')] },
  { ask: 'batch number of HLX-2026-014?', states: [fieldOf('HLX-2026-014', 'batch')] },
  { ask: 'How many events does KVC-2026-001 have?', states: [eventCountOf('KVC-2026-001')] },
  { ask: 'are there problems with LUM-2026-007?', states: [anomaliesOf('LUM-2026-007')] },
  { ask: 'any anomalies on NLW-2026-005?', states: [anomaliesOf('NLW-2026-005')] },
  { ask: 'KVR-2026-09', states: [statusOf('KVR-2026-09'), placeOf('KVR-2026-09')], part: 'everything' },
];
