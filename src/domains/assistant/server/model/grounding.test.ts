import { describe, expect, test } from 'vitest';
import { withoutSource } from './grounding.ts';

const outputs = [
  {
    assetId: 'KVC-2026-001',
    total: 3182,
    at: '2026-01-14T15:51:34.957Z',
    by: 'kivu-coffee',
    place: 'Oslo, Norway',
    value: '$234,400.00',
  },
];

describe('a reply', () => {
  test.each([
    ['a number in another spelling', 'There are 3,182 blocks.'],
    ['the date and time of an instant', 'It was on Jan 14, 2026 at 3:51 PM UTC.'],
    ['an amount', 'It is worth $234,400.'],
    ['names and ids', 'It is KVC-2026-001 by kivu-coffee, now at Oslo in Norway.'],
  ])('may state %s of a look-up', (_, reply) => {
    expect(withoutSource(reply, outputs, '')).toEqual([]);
  });

  test.each([
    ['a number', 'There are 12 blocks.', ['12']],
    ['a digit', 'There are 5.', ['5']],
    ['an id', 'It is KVC-2026-002.', ['KVC-2026-002']],
    ['a username', 'It is with acme-metals.', ['acme-metals']],
    ['a name', 'It is at Bergen now.', ['Bergen']],
    ['a month', 'It was on March 14.', ['March']],
  ])('cannot state %s that no look-up returned', (_, reply, strange) => {
    expect(withoutSource(reply, outputs, '')).toEqual(strange);
  });

  test('may repeat a name of the question, but no number of it', () => {
    expect(withoutSource('I found nothing at Bergen, and 7 of it.', [], 'are there 7 in Bergen?')).toEqual(['7']);
  });
});
