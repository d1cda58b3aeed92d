import { lineageOf, recallOf, recallTotal } from '../facts/facts-of-assets.ts';
import { metaOf } from '../facts/facts-of-events.ts';
import { anyReading, averageReading, extremeReading, readingsWith } from '../facts/facts-of-readings.ts';
import { says } from '../facts/facts-of-the-guide.ts';
import { either2, extremeOf, lineageCount, yesWentInto } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

export const metadataLineageRecall: readonly Question[] = [
  {
    ask: 'temperature of HLX-2026-007 on arrival in Frankfurt',
    states: [metaOf('HLX-2026-007', 'temperature_celsius', 'received')],
  },
  {
    ask: 'how warm was HLX-2026-012 when coldchain-one shipped it',
    states: [metaOf('HLX-2026-012', 'temperature_celsius', 'shipped', 'last')],
  },
  {
    ask: 'What temperature did coldchain-one measure when it received HLX-2026-014?',
    states: [metaOf('HLX-2026-014', 'temperature_celsius', 'received', 'first')],
  },
  {
    ask: 'What container did KVC-2026-017 leave Mombasa in?',
    states: [metaOf('KVC-2026-017', 'container', 'shipped', 'last')],
  },
  {
    ask: 'moisture of KVC-BERGEN-1 when it left Kigali',
    states: [metaOf('KVC-BERGEN-1', 'moisture_percent', 'shipped', 'first')],
  },
  {
    ask: 'what shock did NLW-2026-005 take on arrival at Kolding?',
    states: [metaOf('NLW-2026-005', 'shock_g', 'received', 'first')],
  },
  {
    ask: 'pallet number of NLW-2026-019 when it left Kolding',
    states: [metaOf('NLW-2026-019', 'pallet', 'shipped', 'last')],
  },
  {
    ask: 'For how much was LUM-2026-002 insured when it was last shipped?',
    states: [metaOf('LUM-2026-002', 'insured_eur', 'shipped', 'last')],
  },
  {
    ask: 'seal number of LUM-2026-011 when it left Murano',
    states: [metaOf('LUM-2026-011', 'seal', 'shipped', 'first')],
  },
  { ask: 'why was KVC-2026-001 returned', states: [metaOf('KVC-2026-001', 'reason', 'returned')] },
  { ask: 'Who inspected PLD-2026-003?', states: [metaOf('PLD-2026-003', 'inspector', 'quality_check')] },
  {
    ask: 'In what condition did LUM-2026-011 arrive?',
    states: [metaOf('LUM-2026-011', 'condition', 'received', 'last')],
  },
  {
    ask: 'condition of NLW-2026-005 when it was received by demo-retailer',
    states: [metaOf('NLW-2026-005', 'condition', 'received', 'last')],
  },
  { ask: 'at which dock was KVC-2026-017 delivered?', states: [metaOf('KVC-2026-017', 'dock', 'delivered')] },
  { ask: 'dock for KVC-BERGEN-1', states: [metaOf('KVC-BERGEN-1', 'dock', 'delivered')] },
  {
    ask: 'ingredients of KVR-2026-08',
    states: [either2(lineageOf('KVR-2026-08', 'upstream'), lineageOf('KVR-2026-08', 'upstream', 1))],
  },
  { ask: 'inputs of NLK-2026-02', states: [lineageOf('NLK-2026-02', 'upstream')] },
  { ask: 'What became of KVG-R-2026-01?', states: [lineageOf('KVG-R-2026-01', 'downstream')] },
  {
    ask: 'in which products did NLP-2026-01 end up?',
    states: [either2(lineageOf('NLP-2026-01', 'downstream'), lineageOf('NLP-2026-01', 'downstream', 1))],
  },
  { ask: 'Is KVG-N-2026-03 in KVR-2026-09?', states: [yesWentInto('KVG-N-2026-03', 'KVR-2026-09')] },
  { ask: 'was KVG-K-2026-02 used for KVR-2026-01?', states: [yesWentInto('KVG-K-2026-02', 'KVR-2026-01')] },
  { ask: 'how many assets were made from KVB-2026-03?', states: [lineageCount('KVB-2026-03', 'downstream')] },
  { ask: 'Recall KVG-R-2026-01', states: [recallOf('KVG-R-2026-01')] },
  { ask: 'PLT-2026-03 is defective. what is affected', states: [recallOf('PLT-2026-03')] },
  { ask: 'How many assets would a recall of NLK-2026-01 reach?', states: [recallTotal('NLK-2026-01')] },
  {
    ask: 'how many participants are affected if we recall KVB-2026-01',
    states: [recallTotal('KVB-2026-01', 'participants')],
  },
  {
    ask: 'at how many locations are the assets of a recall of KVG-K-2026-03?',
    states: [recallTotal('KVG-K-2026-03', 'locations')],
  },
  { ask: 'recall the whole batch of HLX-2026-025', states: [recallOf('HLX-2026-025', 'batch')] },
  { ask: 'Who has the goods that a recall of KVG-R-2026-02 would reach?', states: [recallOf('KVG-R-2026-02')] },
  {
    ask: 'What is the highest temperature HLX-2026-003 ever had?',
    states: [extremeOf('HLX-2026-003', 'temperature_celsius', 'max')],
  },
  { ask: 'lowest moisture of KVC-2026-017', states: [extremeOf('KVC-2026-017', 'moisture_percent', 'min')] },
  {
    ask: 'which shipment had the highest temperature',
    states: [extremeReading('temperature_celsius', 'highest', { action: 'shipped' })],
  },
  {
    ask: 'what was the highest temperature in february?',
    states: [extremeReading('temperature_celsius', 'highest', { from: '2026-02-01', to: '2026-02-28' })],
  },
  {
    ask: 'lowest moisture measured at Port of Mombasa',
    states: [extremeReading('moisture_percent', 'lowest', { place: 'Port of Mombasa' })],
  },
  { ask: 'coldest pharma shipment', states: [extremeReading('temperature_celsius', 'lowest', { action: 'shipped' })] },
  { ask: 'average temperature at Frankfurt', states: [averageReading('temperature_celsius', { place: 'Frankfurt' })] },
  {
    ask: 'average temperature of HLX-2026-007',
    states: [averageReading('temperature_celsius', { assetId: 'HLX-2026-007' })],
  },
  { ask: 'Any temperature above 8 degrees?', states: [readingsWith('temperature_celsius', (value) => value > 8)] },
  {
    ask: 'how many readings of temperature over 6.5 degrees',
    states: [readingsWith('temperature_celsius', (value) => value > 6.5)],
  },
  { ask: 'was any shock above 1 g', states: [anyReading('shock_g', (value) => value > 1)] },
  {
    ask: 'did HLX-2026-007 ever get above 5 degrees',
    states: [anyReading('temperature_celsius', (value) => value > 5, { assetId: 'HLX-2026-007' })],
  },
  // A check that states no temperature is not answered with that of another event.
  {
    ask: 'what was the temperature at the last check of HLX-2026-007',
    states: [says('quality check', 'temperature')],
    not: [metaOf('HLX-2026-007', 'temperature_celsius', 'received')],
  },
  {
    ask: 'inspector of the last check of PLD-2026-012',
    states: [metaOf('PLD-2026-012', 'inspector', 'quality_check', 'last')],
  },
  { ask: 'how many assets were returned because of damage', outcome: notAnswered },
  { ask: 'was KVC-2026-012 recalled', outcome: notAnswered },
];
