import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

const { queries } = createQueryClient().getDefaultOptions();
const delay = queries?.retryDelay as (failures: number) => number;
const retry = queries?.retry as (failures: number, error: Error) => boolean;
const refusal = (status: number) => new ApiError({ status, code: 'test', message: 'test' });

test('an answer counts as fresh for five minutes, and a look away and back reads nothing anew', () => {
  expect([queries?.staleTime, queries?.refetchOnWindowFocus]).toEqual([300_000, false]);
});

test('a read that failed is tried three times more, after one second and twice as long each time, never above thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(delay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect([0, 1, 2, 3].map((failures) => retry(failures, refusal(503)))).toEqual([true, true, true, false]);
});

test('what was refused for good is not asked again', () => {
  expect([400, 401, 403, 404, 409].map((status) => retry(0, refusal(status)))).toEqual(Array(5).fill(false));
});
