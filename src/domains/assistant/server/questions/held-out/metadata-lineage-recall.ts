import { lineageOf, recallOf } from '../facts/facts-of-assets.ts';
import { metaOf } from '../facts/facts-of-events.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const metadataLineageRecall: readonly Question[] = [
  {
    ask: 'What was the temperature of HLX-2026-003 when it left Basel?',
    states: [metaOf('HLX-2026-003', 'temperature_celsius', 'shipped', 'first')],
  },
  {
    ask: 'which data logger was on HLX-2026-003 at the first shipment',
    states: [metaOf('HLX-2026-003', 'logger', 'shipped', 'first')],
  },
  { ask: 'container of KVC-BERGEN-1', states: [metaOf('KVC-BERGEN-1', 'container', 'received', 'first')] },
  {
    ask: 'how moist was kvc-2026-003 when demo-shipper received it',
    states: [metaOf('KVC-2026-003', 'moisture_percent', 'received', 'first')],
  },
  {
    ask: 'Which firmware was on PLD-2026-023 when alpenrail received it?',
    states: [metaOf('PLD-2026-023', 'firmware', 'received')],
  },
  {
    ask: 'parcel number of PLD-2026-003 at the first shipment',
    states: [metaOf('PLD-2026-003', 'parcel', 'shipped', 'first')],
  },
  { ask: 'Reason for the return of LUM-2026-002?', states: [metaOf('LUM-2026-002', 'reason', 'returned')] },
  { ask: 'who was the inspector for HLX-2026-003', states: [metaOf('HLX-2026-003', 'inspector', 'quality_check')] },
  {
    ask: 'what was the result of the quality check of PLD-2026-016 by alpenrail',
    states: [metaOf('PLD-2026-016', 'result', 'quality_check', 'last')],
  },
  {
    ask: 'What was KVR-2026-02 made from?',
    states: [either2(lineageOf('KVR-2026-02', 'upstream'), lineageOf('KVR-2026-02', 'upstream', 1))],
  },
  { ask: 'which lots went into KVB-2026-01', states: [lineageOf('KVB-2026-01', 'upstream')] },
  {
    ask: 'what parts are in NLH-2026-03?',
    states: [either2(lineageOf('NLH-2026-03', 'upstream'), lineageOf('NLH-2026-03', 'upstream', 1))],
  },
  { ask: 'what was made out of PLT-2026-02', states: [lineageOf('PLT-2026-02', 'downstream')] },
  { ask: 'descendants of KVB-2026-02', states: [lineageOf('KVB-2026-02', 'downstream')] },
  { ask: 'we found salmonella in KVG-N-2026-02, what has to be pulled back?', states: [recallOf('KVG-N-2026-02')] },
  {
    ask: 'list everything a recall of the entire batch of KVC-2026-001 touches',
    states: [recallOf('KVC-2026-001', 'batch')],
  },
];
