import { expect, test } from 'vitest';
import { chipsOf } from './interpretation.ts';
import { spokenAsk } from './spoken-ask.ts';

test.each([
  [{ ask: 'who', subject: 'participant', field: 'joined' }, 'Who joined'],
  [{ ask: 'when', subject: 'participant', field: 'joined' }, 'When the participant joined'],
  [{ ask: 'list', subject: 'participant', field: 'joined' }, 'Which participants joined'],
  [{ ask: 'whether', subject: 'chain', field: 'validity' }, 'Whether the chain is valid'],
  [{ ask: 'describe', subject: 'chain', field: 'validity' }, 'Validity of the chain'],
  [{ ask: 'when', subject: 'block', field: 'recorded' }, 'When the block is recorded'],
  [{ ask: 'who', subject: 'asset', field: 'holder' }, 'Who: the holder'],
  [{ ask: 'describe', subject: 'asset', field: 'meta:seal_number' }, 'Seal number'],
  [{ ask: 'list', subject: 'asset', field: 'status' }, 'Which assets, with their status'],
  [{ ask: 'count', subject: 'event', by: 'place' }, 'How many events by place'],
  [{ ask: 'where', subject: 'asset' }, 'Where'],
] as const)('%j reads as “%s”', (query, words) => expect(spokenAsk(query)).toBe(words));

test('the period of events names its clock, and that of anything else does not', () => {
  const period = { kind: 'period', value: '', from: '2025-11-01', to: '2025-11-30' } as const;
  const labelOf = (subject: 'event' | 'participant', clock?: 'recorded' | 'happened') =>
    chipsOf({ ask: 'count', subject, where: [clock === undefined ? period : { ...period, clock }] }, 0)[1]?.label;
  expect([labelOf('event'), labelOf('event', 'happened'), labelOf('event', 'recorded')]).toEqual([
    'Happened',
    'Happened',
    'Recorded',
  ]);
  expect(labelOf('participant')).toBe('Period');
});
