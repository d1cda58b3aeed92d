import { expect, test } from 'vitest';
import { describeGeneration } from './describe-health.ts';

test('a few events are described, but give no percentage', () => {
  const of = (withinObjective: number, total: number) => {
    const { percent, explanation } = describeGeneration({ withinObjective, total });
    return [percent, explanation];
  };
  expect(of(0, 0)).toEqual([null, 'No event was recorded in the last ten minutes.']);
  expect(of(0, 1)).toEqual([null, '0 of the last 1 event saved within 0.1 seconds.']);
  expect(of(18, 19)).toEqual([null, '18 of the last 19 events saved within 0.1 seconds.']);
  expect(of(19, 20)).toEqual([95, '19 of the last 20 events saved within 0.1 seconds.']);
  expect(of(1, 3000)).toEqual([0, '1 of the last 3,000 events saved within 0.1 seconds.']);
});
