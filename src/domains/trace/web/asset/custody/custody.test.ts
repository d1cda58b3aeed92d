import { describe, expect, test } from 'vitest';
import { countLate, custodyOf, lengthOf, warningsOf } from './custody.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const step = (blockIndex: number, participant: string, action: string, on: number, more: object = {}) => ({
  blockIndex,
  participant,
  action,
  timestamp: day(on),
  anomalies: [],
  meta: {},
  ...more,
});

describe('custody', () => {
  test('is one holding per run of steps by one participant, until another takes the asset in', () => {
    const holdings = custodyOf([
      step(1, 'maker', 'manufactured', 1, { location: 'Bern', takenBy: 'maker' }),
      step(2, 'maker', 'shipped', 2, { takenBy: 'maker' }),
      step(3, 'inspector', 'quality_check', 3),
      step(4, 'stranger', 'received', 4, { anomalies: ['not in custody'] }),
      step(5, 'carrier', 'received', 5, { location: 'Basel', takenBy: 'carrier' }),
    ]);
    expect(holdings).toEqual([
      {
        participant: 'maker',
        from: Date.parse(day(1)),
        to: Date.parse(day(5)),
        steps: 2,
        firstBlock: 1,
        location: 'Bern',
      },
      { participant: 'carrier', from: Date.parse(day(5)), to: undefined, steps: 1, firstBlock: 5, location: 'Basel' },
    ]);
  });

  test('ignores retracted events and corrections, and counts a restated event for its participant', () => {
    const holdings = custodyOf([
      step(1, 'maker', 'manufactured', 1, { takenBy: 'maker' }),
      step(2, 'carrier', 'received', 2, { correctedBy: 3 }),
      step(3, 'carrier', 'correction', 2, { corrects: 2 }),
      step(4, 'carrier', 'quality_check', 4, { correctedBy: 5, takenBy: 'hub' }),
      step(5, 'hub', 'correction', 5, { corrects: 4 }),
    ]);
    expect(holdings.map((holding) => holding.participant)).toEqual(['maker', 'hub']);
  });
});

describe('a correction that restates an event', () => {
  const history = [
    step(1, 'maker', 'manufactured', 1, { takenBy: 'maker', location: 'Kiel' }),
    step(2, 'maker', 'shipped', 2, { location: 'Kil', correctedBy: 4, takenBy: 'maker' }),
    step(3, 'shop', 'received', 3, { takenBy: 'shop', location: 'Bergen' }),
    step(4, 'maker', 'correction', 2, { corrects: 2, location: 'Kiel port', meta: { corrects: 2, action: 'shipped' } }),
  ];

  test('replaces it: nothing is missing, and its location counts', () => {
    expect(warningsOf(history)).toEqual([]);
    expect(custodyOf(history).map(({ participant, location }) => [participant, location])).toEqual([
      ['maker', 'Kiel port'],
      ['shop', 'Bergen'],
    ]);
  });

  test('that takes the handover back leaves it missing', () => {
    const retracted = history.map((one) => (one.blockIndex === 4 ? { ...one, meta: { corrects: 2 } } : one));
    expect(warningsOf(retracted)).toEqual([{ blockIndex: 3, words: 'maker did not record handing it over.' }]);
  });
});

describe('warnings', () => {
  test.each([
    ['given and taken', 'shipped', 'received', []],
    ['given, but not taken', 'shipped', 'quality_check', ['b did not record receiving it.']],
    ['taken, but not given', 'manufactured', 'received', ['a did not record handing it over.']],
    ['delivered by its sender', 'delivered', 'received', []],
    ['neither', 'manufactured', 'quality_check', ['No one recorded the handover from a to b.']],
  ])('a change of hands that is %s', (_, given, taken, words) => {
    const warnings = warningsOf([step(1, 'a', given, 1), step(2, 'b', taken, 2)]);
    expect(warnings).toEqual(words.map((one) => ({ blockIndex: 2, words: one })));
  });

  test.each([
    ['an event between the handover and the receipt', ['shipped', 'inspecting', 'quality_check'], []],
    ['a handover taken back', ['shipped', 'received', 'inspecting'], ['a did not record handing it over.']],
    ['an event before the handover', ['inspecting', 'shipped'], []],
  ])('%s', (_, actions, words) => {
    const steps = ['manufactured', ...actions].map((action, n) => step(n, 'a', action, 1));
    const warnings = warningsOf([...steps, step(9, 'b', 'received', 2), step(10, 'b', 'storing', 3)]);
    expect(warnings).toEqual(words.map((one) => ({ blockIndex: 9, words: one })));
  });

  test('a handover counts for one change of hands', () => {
    const steps = [step(1, 'a', 'shipped', 1), step(2, 'b', 'received', 1), step(3, 'c', 'received', 1)];
    expect(warningsOf(steps)).toEqual([{ blockIndex: 3, words: 'b did not record handing it over.' }]);
  });

  test("a stranger's step without effect leaves nothing missing", () => {
    const stranger = step(2, 'stranger', 'received', 2, { anomalies: ['not in custody'] });
    expect(warningsOf([step(1, 'a', 'manufactured', 1), stranger, step(3, 'a', 'shipped', 3)])).toEqual([]);
  });

  test('a long gap is reported with its length', () => {
    const warnings = (days: number) => warningsOf([step(1, 'a', 'manufactured', 1), step(2, 'a', 'shipped', 1 + days)]);
    expect(warnings(13)).toEqual([]);
    expect(warnings(14)).toEqual([{ blockIndex: 2, words: '14 days without a step.' }]);
  });

  test('a step that was recorded late fills the gap in which it happened', () => {
    const steps = [step(1, 'a', 'manufactured', 1), step(2, 'a', 'storing', 21), step(3, 'a', 'inspecting', 10)];
    expect(warningsOf(steps)).toEqual([]);
    expect(countLate(steps)).toBe(1);
  });

  test('a gap is counted between steps as they happened, not as they were recorded', () => {
    const steps = [step(1, 'a', 'manufactured', 1), step(2, 'a', 'storing', 28), step(3, 'a', 'inspecting', 3)];
    const [late, next] = [step(4, 'a', 'storing', 29), step(5, 'a', 'storing', 30)];
    expect(warningsOf([...steps, late, next])).toEqual([{ blockIndex: 2, words: '25 days without a step.' }]);
    expect(countLate([step(1, 'a', 'manufactured', 1), late])).toBe(0);
  });
});

test.each([
  [0, 'under a minute'],
  [60_000, '1 minute'],
  [3_600_000 * 5 + 120_000, '5 hours 2 minutes'],
  [86_400_000 * 2, '2 days'],
])('formats %d ms as %s', (milliseconds, words) => {
  expect(lengthOf(milliseconds)).toBe(words);
});
