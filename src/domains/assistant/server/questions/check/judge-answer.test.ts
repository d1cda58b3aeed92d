import { expect, test } from 'vitest';
import type { Answer } from '#domains/assistant/contract.ts';
import { leadOf } from './answer-text.ts';
import {
  about,
  choice,
  concerning,
  day,
  duration,
  type Fact,
  name,
  none,
  number,
  percent,
  rows,
  verdict,
} from './fact.ts';
import { judgeAnswer } from './judge-answer.ts';
import { numbersIn } from './read-numbers.ts';

const today = '2026-03-04';
const universe = new Map(['KVC-1', 'KVC-2', 'KVC-3', 'HLX-9'].map((id) => [id, id]));

const answer = (reply: string, more: Partial<Answer> = {}): Answer => ({
  reply,
  outcome: 'answered',
  engine: { kind: 'built-in', name: 'Built-in engine' },
  citations: [],
  steps: [],
  blocks: [],
  suggestions: [],
  context: {},
  ...more,
});

const table = (ids: readonly string[], more = 0) =>
  answer('These match.', {
    blocks: [{ kind: 'table', title: 'Assets', columns: ['Asset'], rows: ids.map((text) => [{ text }]), more }],
  });

const judge = (given: Answer, ...states: Fact[]) => judgeAnswer({ ask: '?' }, given, { states, not: [] }).verdict;

test('finds a wrong number', () => {
  expect(judge(answer('There are 10 assets in transit.'), number(10))).toBe('right');
  expect(judge(answer('There are ten assets in transit.'), number(10))).toBe('right');
  expect(judge(answer('There are 1,204 assets.'), number(1204))).toBe('right');
  expect(judge(answer('There are 11 assets in transit.'), number(10))).toBe('wrong');
  expect(judge(answer('There are 100 assets in transit.'), number(10))).toBe('wrong');
});

test('counts no digits of an id, a day, a time or a block', () => {
  const digits = 'KVC-2026-010 was received on Feb 10, 2026, 10:10 AM UTC, in block 10.';
  expect(numbersIn(digits)).not.toContain(10);
  expect(judge(answer(digits), number(10))).toBe('wrong');
});

test('looks for the main fact in the first sentence only', () => {
  expect(judge(answer('No assets are in transit. In all there are 10.'), number(10))).toBe('wrong');
  expect(leadOf('It was checked by A. Lind in Basel. It passed.')).toBe('It was checked by A. Lind in Basel.');
});

test('finds a missing row, an extra row and a row that is none', () => {
  const fact = rows(['KVC-1', 'KVC-2'], universe);
  expect(judge(table(['KVC-2', 'KVC-1']), fact)).toBe('right');
  expect(judge(table(['KVC-1']), fact)).toBe('wrong');
  expect(judge(table(['KVC-1', 'KVC-2', 'KVC-3']), fact)).toBe('wrong');
  expect(judge(table(['KVC-1', 'nothing']), fact)).toBe('wrong');
  expect(judge(table(['HLX-9', 'KVC-1', 'KVC-2']), rows(['KVC-1', 'KVC-2'], universe, 'HLX-9'))).toBe('right');
  expect(judge(answer('They are KVC-1 and KVC-2.'), fact)).toBe('right');
  expect(judge(answer('They are KVC-1 and KVC-3.'), fact)).toBe('wrong');
});

test('accepts a part of a list only together with the true total', () => {
  const ids = Array.from({ length: 9 }, (_, n) => `NLW-${n}`);
  const fact = rows(ids, new Map(ids.map((id) => [id, id])));
  expect(judge(table(ids.slice(0, 5), 4), fact)).toBe('right');
  expect(judge(table(ids.slice(0, 5), 5), fact)).toBe('wrong');
  expect(judge(table(ids.slice(0, 2), 7), fact)).toBe('wrong');
});

test('finds the right number of another asset', () => {
  const states = [number(7), about('KVC-1', [...universe.keys()])];
  expect(judge(answer('KVC-1 has 7 events.'), ...states)).toBe('right');
  expect(judge(answer('KVC-2 has 7 events.'), ...states)).toBe('wrong');
  expect(judge(answer('KVC-2 has 7 events. KVC-1 has 5.'), ...states)).toBe('wrong');
});

test('finds a wrong name, also one that contains the right one', () => {
  expect(judge(answer('blue-strait has it.'), name(['blue-strait', 'Blue Strait Shipping']))).toBe('right');
  expect(judge(answer('It is at Goteborg.'), name(['Göteborg']))).toBe('right');
  expect(judge(answer('demo-retailer-2 has it.'), name(['demo-retailer']))).toBe('wrong');
});

test('reads days in the formats of the product', () => {
  const fact = day('2026-02-22T15:06:07.000Z', today);
  for (const text of ['Feb 22, 2026, 3:06 PM UTC', '2026-02-22', '22 February 2026', 'on 22 February'])
    expect(judge(answer(`It arrived ${text}.`), fact)).toBe('right');
  expect(judge(answer('It arrived on Feb 23, 2026.'), fact)).toBe('wrong');
});

test('finds a list where one should be chosen', () => {
  const candidates = [['KVC-1'], ['KVC-2'], ['KVC-3'], ['HLX-9']];
  const fact = choice(['KVC-2'], candidates);
  expect(judge(answer('KVC-2 has most, ahead of KVC-1.'), fact)).toBe('right');
  expect(judge(answer('KVC-1 has most, ahead of KVC-2.'), fact)).toBe('wrong');
  expect(judge(answer('KVC-2, KVC-1, KVC-3 and HLX-9 match.'), fact)).toBe('wrong');
});

test('tells percent from a count', () => {
  expect(judge(answer('The fee is 2.35 %.'), percent(2.35))).toBe('right');
  expect(judge(answer('There are 3 fees.'), percent(3))).toBe('wrong');
});

test('compares durations with one unit of rounding', () => {
  const fact = duration(6.3 * 86_400_000);
  expect(judge(answer('It took 6 days.'), fact)).toBe('right');
  expect(judge(answer('It took 7 days.'), fact)).toBe('right');
  expect(judge(answer('It took 8 days.'), fact)).toBe('wrong');
});

test('reads yes and no', () => {
  expect(judge(answer('Yes, it was.'), verdict(true, []))).toBe('right');
  expect(judge(answer('No, it was not.'), verdict(true, [name(['it'])]))).toBe('wrong');
  expect(judge(answer('No assets match.'), verdict(false, []))).toBe('wrong');
  expect(judge(answer('It is delivered.'), verdict(true, [name(['delivered'])]))).toBe('right');
});

test('requires the subject', () => {
  const fact = concerning(none(0), ['parks', /\bpark\b/], ['Ropewalk']);
  expect(judge(answer('There are no parks in Ropewalk.'), fact)).toBe('right');
  expect(judge(answer('There are no assets in Ropewalk.'), fact)).toBe('wrong');
});

test('separates what is not answered from what is wrong', () => {
  expect(judge(answer('Which asset?', { outcome: 'clarify' }), number(10))).toBe('uncertain');
  const unanswerable = { ask: '?', outcome: ['unknown', 'refused'] as const };
  const facts = { states: [], not: [] };
  expect(judgeAnswer(unanswerable, answer('It rains.'), facts).verdict).toBe('wrong');
  expect(judgeAnswer(unanswerable, answer('I don’t know.', { outcome: 'unknown' }), facts).verdict).toBe('right');
});

test('finds a forbidden fact, whatever the outcome', () => {
  const leak = answer('I may not say that it is Ada Abara.', { outcome: 'refused' });
  expect(judgeAnswer({ ask: '?' }, leak, { states: [], not: [name(['Ada Abara'])] }).verdict).toBe('wrong');
});

test('compares each field of a proposal', () => {
  const values = { user: 'demo-shipper', action: 'shipped', asset_id: 'KVC-1', location: 'Oslo' };
  const proposed = answer('I filled in the form.', {
    outcome: 'proposed',
    blocks: [{ kind: 'proposal', write: 'event', values }],
  });
  const verdictFor = (proposes: Record<string, string>) =>
    judgeAnswer({ ask: '?', as: 'demo-shipper', proposes }, proposed, { states: [], not: [] }).verdict;
  expect(verdictFor({ action: 'shipped', asset_id: 'KVC-1', location: 'Oslo' })).toBe('right');
  expect(verdictFor({ action: 'shipped', asset_id: 'KVC-1' })).toBe('wrong');
  expect(verdictFor({ user: 'demo-maker', action: 'shipped', asset_id: 'KVC-1', location: 'Oslo' })).toBe('wrong');
  expect(verdictFor({ action: 'delivered', asset_id: 'KVC-1', location: 'Oslo' })).toBe('wrong');
});

test('refuses expectations that any answer would meet', () => {
  expect(() => number(0)).toThrow('An expected number is 0');
  expect(() => number(undefined)).toThrow();
  expect(() => rows([], universe)).toThrow('An expected list is empty');
  expect(() => name([undefined, ''])).toThrow('An expected name is missing');
  expect(() => none(3)).toThrow('Expected none, and there are 3');
});
