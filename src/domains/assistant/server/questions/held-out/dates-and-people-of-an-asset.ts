import { blockOf, dayOf, hasEvent, recordedDayOf, timeBetween, whereOf, whoOf } from '../facts/facts-of-events.ts';
import { handlersOf, namesHandled, timesOf } from '../facts/facts-that-compare.ts';
import type { Question } from '../question.ts';

export const datesAndPeopleOfAnAsset: readonly Question[] = [
  { ask: 'When was HLX-2026-003 delivered?', states: [dayOf('HLX-2026-003', 'delivered')] },
  { ask: 'when was lum-2026-011 made', states: [dayOf('LUM-2026-011', 'manufactured')] },
  { ask: 'production date PLD-2026-003', states: [dayOf('PLD-2026-003', 'manufactured')] },
  { ask: 'on which date did HLX-2026-004 come back', states: [dayOf('HLX-2026-004', 'returned')] },
  { ask: 'when was HLX-2026-012 last shipped', states: [dayOf('HLX-2026-012', 'shipped', 'last')] },
  { ask: 'date of the quality check of LUM-2026-002', states: [dayOf('LUM-2026-002', 'quality_check')] },
  { ask: 'when did anything last happen to HLX-2026-022', states: [dayOf('HLX-2026-022')] },
  {
    ask: 'when was the delivery of KVC-2026-017 recorded on the chain?',
    states: [recordedDayOf('KVC-2026-017', 'delivered')],
  },
  { ask: 'who made the thing NLP-2026-02', states: [whoOf('NLP-2026-02', 'manufactured')] },
  { ask: 'maker of LUM-2026-009', states: [whoOf('LUM-2026-009', 'manufactured')] },
  { ask: 'Who received PLD-2026-003 in Sevilla?', states: [whoOf('PLD-2026-003', 'received', 'last')] },
  { ask: 'where was KVC-2026-017 quality checked last', states: [whereOf('KVC-2026-017', 'quality_check', 'last')] },
  { ask: 'what block is the return of LUM-2026-002 in', states: [blockOf('LUM-2026-002', 'returned')] },
  {
    ask: 'How long did HLX-2026-003 take from production to delivery?',
    states: [timeBetween('HLX-2026-003', ['manufactured'], ['delivered'])],
  },
  { ask: 'Was KVC-2026-017 quality checked?', states: [hasEvent('KVC-2026-017', 'quality_check')] },
  { ask: 'how many times was KVC-2026-017 checked for quality', states: [timesOf('KVC-2026-017', 'quality_check')] },
  { ask: 'how many companies handled KVC-2026-001?', states: [handlersOf('KVC-2026-001')] },
  { ask: 'Who handled HLX-2026-003?', states: [namesHandled('HLX-2026-003')], part: 'everything' },
];
